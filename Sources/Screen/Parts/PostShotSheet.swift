import GlassChrome

/// A picture just taken, or one from the library: its content, what to do with it, and templates to try next.
package struct PostShotSheet: View {
  /// A picture, and what can be done with it.
  package struct Shot: Sendable, Hashable {
    /// Its name, which titles the sheet.
    package var name: String
    /// What was measured in it, such as "Level, well exposed"; at most three lines.
    package var summary: String
    /// The picture itself; `nil` if there is none.
    package var picture: Thumbnail?
    /// Name of the thumbnail in the library that the sheet grows from; `nil` for a picture just taken.
    package var thumbnail: String?
    /// Whether it can be kept or deleted.
    package var canMark = false
    /// Whether it is kept: never deleted.
    package var isKept = false
    /// Whether it has an outline for a retake.
    package var canRetake = false
    /// Names of templates to try next.
    package var suggestions: [String] = []
    /// Whether it asks for confirmation to delete the picture.
    package var asksToDelete = false

    /// A shot with its name, what was measured in it, and a picture; by default nothing can be done with it.
    package init(name: String, summary: String, picture: Thumbnail? = nil) {
      self.name = name
      self.summary = summary
      self.picture = picture
    }
  }

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
      case (true, true): question(environment.words)
      case (false, false): strip(environment.layout, environment.words)
      case (false, true): questionStrip(environment.layout, environment.words)
      }
    }
  }

  private static let id = "post-shot"

  // MARK: - Sheet

  private func sheet(_ layout: LayoutEnvironment, _ words: ScreenWords) -> Sheet {
    let scale = max(layout.typeSize.scale, 1)
    let width = min(layout.canvas.width, Sheet.usualWidth) - 40
    // Without header and margins, and without the rows below; on a sheet of medium height suggestions may need scrolling.
    let room =
      detent.height(in: layout.canvas.height) - 80 - (shot.canMark || shot.canRetake ? 56 * scale : 0)
      - (suggestions.isEmpty || detent == .medium ? 0 : 148 * scale)
    let tall = room - 56 * scale
    return Sheet(Self.id, title: shot.name, detent: detent, hasGrabber: hasGrabber) {
      VStack(alignment: .leading, spacing: 12) {
        if tall >= 160 {
          picture(height: tall, within: width).frame(maxWidth: .infinity)
          text(lines: 3)
        } else {
          AdaptiveStack(spacing: 16) {
            picture(height: min(max(room, 84), 132), within: (width * 0.6).rounded())
            text(lines: 3)
          }
        }
        if shot.canMark || shot.canRetake { FlowLayout(spacing: 12) { buttons(words) }.id("actions") }
        if !suggestions.isEmpty {
          Text(words.tryNext).font(.headline).lineLimit(1).id("suggestions-title")
          ViewThatFits(in: [.horizontal]) {
            chips(3)
            chips(2)
            chips(1)
          }.id("suggestions")
        }
      }
    }
  }

  private func question(_ words: ScreenWords) -> Alert {
    Alert(
      words.deleteQuestion, id: Self.id, actions: Group { answers(words) }.node,
      message: Text(words.cantBeUndone).node)
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
        text(lines: 2)
      }.frame(maxWidth: 320)
      if count > 0, !suggestions.isEmpty { chips(count).id("suggestions") }
      if shot.canMark || shot.canRetake {
        HStack(spacing: 12) { buttons(words, showsIconsAlone: showsIconsAlone) }.id("actions")
      }
      Sheet.closeButton
    }
  }

  private static func stripHeight(_ layout: LayoutEnvironment) -> Double {
    min(max(layout.canvas.height - 32, 56), 104)
  }

  private func questionStrip(_ layout: LayoutEnvironment, _ words: ScreenWords) -> ViewNode {
    Sheet.strip(Self.id, title: words.deleteQuestion) {
      HStack(spacing: 16) {
        VStack(alignment: .leading, spacing: 2) {
          Text(words.deleteQuestion).font(.headline).lineLimit(2).id("title")
          Text(words.cantBeUndone).font(.subheadline).lineLimit(2).id("message")
        }
        HStack(spacing: 8) { answers(words) }.layoutPriority(1).id("actions")
      }.frame(minHeight: Self.stripHeight(layout))
    }
  }

  // MARK: - Parts

  private func answers(_ words: ScreenWords) -> ViewNode {
    Group {
      Button("cancel", title: words.cancel)
      Button("confirm", title: words.delete, role: .destructive)
    }.node
  }

  private func buttons(_ words: ScreenWords, showsIconsAlone: Bool = false) -> ViewNode {
    Group {
      if shot.canMark {
        button("delete", words.delete, "trash", role: .destructive, showsIconsAlone)
      }
      if shot.canRetake {
        button("retake", words.retake, "template", showsIconsAlone).accessibilityHint(words.showsTemplate)
      }
      if shot.canMark {
        button("keep", words.keep, shot.isKept ? "keep.fill" : "keep", showsIconsAlone)
          .buttonStyle(shot.isKept ? .glassProminent : .automatic)
          .accessibilityValue(shot.isKept ? words.controls.on : words.controls.off)
          .accessibilityHint(words.keepsPicture)
          .accessibilityRole(.toggle)
      }
    }.node
  }

  private func button(
    _ action: String, _ title: String, _ icon: String, role: ButtonRole? = nil, _ showsIconAlone: Bool
  ) -> ViewNode {
    showsIconAlone
      ? Button(action, role: role, in: .circle, accessibilityLabel: title) { Icon(icon) }.node
      : Button(action, title: title, icon: icon, role: role).node
  }

  /// The picture in its own proportions, within limits.
  private func picture(height: Double, within width: Double) -> ViewNode {
    guard let picture = shot.picture else { return Group {}.node }
    let form = min(max(Double(picture.size.width) / Double(picture.size.height), 0.5), 2.5)
    let height = min(height, width / form).rounded()
    return EnvironmentReader {
      Picture(picture).frame(width: (height * form).rounded(), height: height)
        .accessibilityLabel($0.words.pictureOfShot).accessibilityRole(.image)
    }.id("picture")
  }

  private func chips(_ count: Int) -> HStack {
    HStack(spacing: 8) {
      ForEach(suggestions.prefix(count), id: \.id) { item in
        TemplateCard(id: item.id, title: item.title, outline: item.outline)
      }
    }
  }
}
