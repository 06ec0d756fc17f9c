import Compositor
import GlassChrome

/// What controls ask for that the screen's value can't do.
extension ScreenController {
  func perform(_ request: ScreenRequest) {
    switch request {
    case .tell(let event): reduce(event)
    case .shutter: press()
    case .trigger: isTriggered = true
    case .mark(let text): mark(text)

    case .template(let name, let isToggled): choose(template: name, isToggled: isToggled)
    case .grid(let grid): stage.select(template: stage.settings.template, grid: grid)
    case .assist(let assist, let isOn):
      var assists = stage.settings.assists
      if isOn { assists.insert(assist) } else { assists.remove(assist) }
      stage.show(assists)

    case .library: pressLibrary()
    case .place(let place): go(to: place)
    case .item(let name): open(name)
    case .keep: toggleKept()
    case .askToDelete(let asks): reduce(.deletionAsked(asks, at: now))
    case .delete: confirmDeletion()
    case .retake: retake()

    case .cameras(let choice): show(cameras: choice)
    case .layout(let layout):
      guard layouts.contains(layout) else {
        return complain("“\(layout.rawValue)” isn't a layout of \(cameras.count.counted("camera"))")
      }
      arrange { ($0.only, $0.layout) = (nil, layout) }
    case .swap: arrange { $0.swap() }
    case .camera(let id, let control, let change): self.change(id, control, change)
    case .expose(let stops): expose(stops)
    case .exposureSlider: openExposure()
    case .torch: toggleTorch()
    case .zoom(let value):
      let main = arrangement.shown[0]
      if cameras.indices.contains(main) { change(cameras[main].id, Control.zoom.name, .set(value)) }

    case .look(let style):
      do { try stage.restyle(style) } catch { complain("the look is unchanged: \(error)") }
    }
  }
}
