import GlassChrome

/// A picture just taken, or one from the library: its content, what to do with it, and templates to try next.
package struct PostShotSheet: View {

  /// What the sheet is about.
  package var shot: Shot
  /// Templates to try next, at most three.
  package var suggestions: [TemplateShelfView.Item]
  /// The sheet's height.
  package var detent: Sheet.Detent
  /// Whether it has a grabber, for a sheet that can change height.
  package var hasGrabber: Bool

  /// A sheet about a picture, by default of medium height.
  package init(
    _ shot: Shot, suggestions: [TemplateShelfView.Item] = [], detent: Sheet.Detent = .medium,
    hasGrabber: Bool = false
  ) {
    self.shot = shot
    self.suggestions = Array(suggestions.prefix(3))
    self.detent = detent
    self.hasGrabber = hasGrabber
  }

  /// A sheet with picture, summary, suggestions and buttons; a row of the same where the height is
  /// too small for a sheet. A question replaces them.
  package var body: some View {
    EnvironmentReader { environment in
      let isSheet = environment.layout.canvas.height >= Sheet.leastRoom
      switch (isSheet, shot.asksToDelete) {
      case (true, false): sheet(environment.layout, environment.words)
      case (true, true) where environment.layout.canvas.height >= Self.questionRoom:
        question(environment.layout, environment.words)
      case (false, false): strip(environment.layout, environment.words)
      case (_, true): questionStrip(environment.layout, environment.words)
      }
    }
  }

  private static let id = "post-shot"
  /// Minimum height for a question below its picture, in points.
  private static let questionRoom = 320.0

  // MARK: - Sheet

  /// The picture as large as it can be, with its buttons below it or, where it is larger so, beside it.
  private func sheet(_ layout: LayoutEnvironment, _ words: ScreenWords) -> Sheet {
    let scale = max(layout.typeSize.scale, 1)
    let width = min(layout.canvas.width, Sheet.usualWidth) - 40
    // Without header and margins, and without a row of suggestions; the sheet scrolls rather than hide the picture.
    func room(_ detent: Sheet.Detent) -> Double {
      max(detent.height(in: layout.canvas.height) - 80 - (suggestions.isEmpty ? 0 : 56 * scale), 96)
    }
    func below(_ room: Double) -> Double { room - (hasButtons ? 56 * scale : 0) - 32 * scale }
    let column = 168 * scale
    // The same at each height, so that nothing passes over another part on its way.
    let most = room(.large)
    let isBeside =
      hasButtons && fitted(most, width - column - 16).width > fitted(max(below(most), 80), width).width
    let room = room(detent)
    return Sheet(Self.id, title: shot.name, detent: detent, hasGrabber: hasGrabber) {
      VStack(alignment: .leading, spacing: 12) {
        if isBeside {
          HStack(alignment: .top, spacing: 16) {
            picture(height: room, within: width - column - 16).frame(maxWidth: .infinity)
            VStack(alignment: .leading, spacing: 8) {
              if room < 148 * scale {
                HStack(spacing: 8) { buttons(words, showsIconsAlone: true) }
              } else {
                buttons(words)
              }
              text(lines: 2)
            }.buttonSizing(.flexible).frame(width: column).id("actions")
          }
        } else {
          VStack(alignment: .leading, spacing: 8) {
            picture(height: max(below(room), 80), within: width).frame(maxWidth: .infinity)
            text(lines: 3)
          }
          if hasButtons { FlowLayout(spacing: 12) { buttons(words) }.id("actions") }
        }
        if !suggestions.isEmpty { chips(suggestions.count, words).id(Control.suggestions.name) }
      }
    }
  }

  private var hasButtons: Bool { shot.canMark || shot.canRetake }

  /// A question about the picture, which is as large as fits.
  private func question(_ layout: LayoutEnvironment, _ words: ScreenWords) -> Alert {
    let height = layout.canvas.height - 168 * max(layout.typeSize.scale, 1)
    return Alert(
      words.deleteQuestion, id: Self.id,
      picture: picture(height: max(height, 48), within: 264),
      actions: Group { answers(words) }.node, message: Text(words.cantBeUndone).node)
  }

  private func text(lines: Int) -> ViewNode {
    Text(shot.summary).font(.callout).foregroundStyle(.secondary).lineLimit(lines).id("summary")
  }

  // MARK: - Strip

  private func strip(_ layout: LayoutEnvironment, _ words: ScreenWords) -> ViewNode {
    let height = Self.stripHeight(layout)
    return Sheet.strip(Self.id, title: shot.name) {
      ViewThatFits(in: [.horizontal]) {
        row(height, chips: 3, words)
        row(height, chips: 2, words)
        row(height, chips: 1, words)
        row(height, chips: 0, words)
        row(height, chips: 0, showsIconsAlone: true, words)
      }
    }
  }

  private func row(_ height: Double, chips count: Int, showsIconsAlone: Bool = false, _ words: ScreenWords)
    -> HStack
  {
    HStack(spacing: 16) {
      picture(height: height, within: 240)
      VStack(alignment: .leading, spacing: 4) {
        Text(shot.name).font(.title3).fontWeight(.semibold).lineLimit(1).id("title")
        text(lines: height < 72 ? 1 : 2)
      }.frame(maxWidth: 320)
      if count > 0, !suggestions.isEmpty { chips(count, words).id(Control.suggestions.name) }
      if hasButtons {
        HStack(spacing: 12) { buttons(words, showsIconsAlone: showsIconsAlone) }.id("actions")
      }
      Sheet.closeButton
    }
  }

  private static func stripHeight(_ layout: LayoutEnvironment) -> Double {
    min(max(layout.canvas.height - 16, 56), 104)
  }

  /// The question with the picture beside it.
  private func questionStrip(_ layout: LayoutEnvironment, _ words: ScreenWords) -> ViewNode {
    let height = min(max(layout.canvas.height - 16, 56), 160)
    let texts = VStack(alignment: .leading, spacing: 2) {
      Text(words.deleteQuestion).font(.headline).lineLimit(2).id("title")
      Text(words.cantBeUndone).font(.subheadline).lineLimit(2).id("message")
    }
    let answers = HStack(spacing: 8) { self.answers(words) }.layoutPriority(1).id("actions")
    return Sheet.strip(Self.id, title: words.deleteQuestion) {
      HStack(spacing: 20) {
        picture(height: height, within: layout.canvas.width * 0.45)
        ViewThatFits(in: [.vertical]) {
          VStack(alignment: .leading, spacing: 12) {
            texts
            answers
          }
          HStack(spacing: 16) {
            texts
            answers
          }
        }
      }.frame(minHeight: height, maxHeight: height)
    }
  }

  // MARK: - Parts

  private func answers(_ words: ScreenWords) -> ViewNode {
    Group {
      Control.cancel.button(words)
      Control.confirm.button(words)
    }.node
  }

  /// Keeping is what one is asked to do; once kept, the mark says so. Deleting comes last.
  private func buttons(_ words: ScreenWords, showsIconsAlone: Bool = false) -> ViewNode {
    Group {
      if shot.canMark {
        button(.keep, shot.isKept ? "keep.fill" : nil, showsIconsAlone, words)
          .overlay { if shot.isKept { Capsule().strokeBorder(lineWidth: 2) } }
          .buttonStyle(shot.isKept ? .automatic : .glassProminent)
          .accessibilityValue(shot.isKept ? words.controls.on : words.controls.off)
          .accessibilitySelected(shot.isKept)
          .accessibilityHint(words.keepsPicture)
          .accessibilityRole(.toggle)
      }
      if shot.canRetake {
        button(.retake, nil, showsIconsAlone, words).accessibilityHint(words.showsTemplate)
      }
      if shot.canMark {
        button(.delete, nil, showsIconsAlone, words)
      }
    }.node
  }

  /// - Parameter icon: in place of the control's own.
  private func button(_ control: Control, _ icon: String?, _ showsIconAlone: Bool, _ words: ScreenWords)
    -> ViewNode
  {
    showsIconAlone ? control.iconButton(words, icon: icon).node : control.button(words, icon: icon).node
  }

  /// The size of the picture in its own proportions, within limits.
  private func fitted(_ height: Double, _ width: Double) -> (width: Double, height: Double) {
    guard let picture = shot.picture else { return (0, 0) }
    let form = min(max(Double(picture.size.width) / Double(picture.size.height), 0.5), 2.5)
    let height = min(height, width / form).rounded()
    return (min((height * form).rounded(), width), height)
  }

  private func picture(height: Double, within width: Double) -> ViewNode {
    guard let picture = shot.picture else { return Group {}.node }
    let size = fitted(height, width)
    return EnvironmentReader {
      Image(picture).frame(width: size.width, height: size.height)
        .accessibilityLabel($0.words.pictureOfShot).accessibilityRole(.image)
    }.id("picture")
  }

  /// Templates to try next, in a row as high as a button, with the words before it where they fit.
  private func chips(_ count: Int, _ words: ScreenWords) -> ViewNode {
    let chips = ForEach(suggestions.prefix(count), id: \.id) { chip($0) }.node
    return ViewThatFits(in: [.horizontal]) {
      HStack(spacing: 8) {
        Text(Control.suggestions.title(words)).font(.subheadline).foregroundStyle(.secondary).lineLimit(1).id(
          "suggestions-title")
        chips
      }
      HStack(spacing: 8) { chips }
      FlowLayout(spacing: 8) { chips }
    }.node
  }

  private func chip(_ item: TemplateShelfView.Item) -> ViewNode {
    EnvironmentReader { environment in
      let side = environment.layout.typeSize.points(.body) * 1.3
      Button(item.id, accessibilityLabel: item.title) {
        HStack(spacing: 6) {
          PathShape(item.outline, lineWidth: 1.5).frame(width: side, height: side).id("outline")
          Text(item.title).lineLimit(1)
        }
      }.accessibilityHint(environment.words.showsTemplate)
    }.node
  }
}
