import Compositor
import GlassChrome
import HUDGeometry

/// What somebody asks for by a control: a change of the screen, or something that its value can't do.
package enum ScreenRequest: Sendable {
  /// The screen changes.
  case tell(ScreenEvent)
  /// The shutter is pressed.
  case shutter
  /// A program's trigger.
  case trigger
  /// Words for the next recorded picture's line.
  case mark(String)

  /// A template by name; `isToggled`: or none, if it is in use.
  case template(String, isToggled: Bool)
  case grid(Grid)
  case assist(Assist, isOn: Bool)

  /// The library is opened or closed.
  case library
  /// It goes to a place.
  case place(LibraryPlace)
  /// One of its items is opened, by name.
  case item(String)
  /// For the picture on view: to keep it or no longer, whether to delete it is asked or not, to delete it, to retake it.
  case keep
  case askToDelete(Bool)
  case delete
  case retake

  /// Which cameras are shown, by the name of the choice.
  case cameras(String)
  case layout(LayoutMode)
  /// The next camera becomes the main one.
  case swap
  /// A camera's own control.
  case camera(String, control: String, CameraChange)
  /// The main camera's exposure in stops, its light, its magnification; `exposureSlider` shows or hides what sets the first.
  case expose(Double)
  case exposureSlider
  case torch
  case zoom(Double)

  /// Another look.
  case look(ChromeStyle)
}

/// What events do to a camera's control.
package enum CameraChange: Sendable, Equatable {
  /// A press: a switch flips, a button acts, a list opens.
  case press
  /// A choice by name, `on`, `off`, `increment`, `decrement`, or a number.
  case choose(String)
  case set(Double)
}
