import GlassChrome

extension ChromeState {
  /// How long a message stays; with its fade, at most 1.2 s.
  package static let messageNanoseconds: Int64 = 1_050_000_000
  /// How long a shot's sheet stays if nobody touches it.
  static let shotNanoseconds: Int64 = 3_000_000_000

  /// Takes an event: the only way to change what the screen is.
  ///
  /// A pure function of state and event. What comes with each picture allocates nothing.
  package mutating func reduce(_ event: ScreenEvent) {
    switch event {
    case .operated(let shutter, let hasLibrary):
      (showsControls, keepsControls, showsShelf) = (true, true, true)
      (self.shutter, self.hasLibrary) = (shutter, hasLibrary)
    case .camerasReplaced(let sources): self.sources = sources
    case .guidesChosen(let template, let grid, let assists):
      (gridName, self.assists) = (grid, assists)
      selectedTemplate = template.flatMap { name in templates.firstIndex { $0.name == name } }
    case .templateOffered(let template):
      templates.removeAll { $0.name == template.name }
      templates.insert(template, at: 0)

    case .cameraSeen(let place, let status, let framesPerSecond, let drops):
      guard sources.indices.contains(place) else { return }
      sources[place].status = status
      if sources[place].framesPerSecond != nil { sources[place].framesPerSecond = framesPerSecond }
      sources[place].drops = drops
    case .timePassed(let secondOfDay, let recordingSeconds):
      (self.secondOfDay, self.recordingSeconds) = (secondOfDay, recordingSeconds)
    case .rolled(let degrees): rollDegrees = degrees
    case .exposureMeasured(let exposure): info = exposure
    case .valuesSaid(let values): self.values = values
    case .advised(let hint, let role, let place, let now):
      if toast != nil, !Self.lasts(Self.messageNanoseconds, since: memory.toastSince, at: now) { toast = nil }
      self.hint = hint
      if hint != nil { (hintRole, hintPlace) = (role, place) }
    case .settled(let isAwake):
      // The self-timer stays visible while it runs.
      (showsControls, showsShelf) = (isAwake || shutter.timeLeft != nil, isAwake)
    case .woken: (showsControls, showsShelf) = (true, true)
    case .said(let toast, let now): (self.toast, memory.toastSince) = (toast, now)

    case .pictureCame(let now): shutter.advance(to: now)
    case .shutterPressed: shutter.press()
    case .pictureTaken: shutter.tookPicture()
    case .modeChosen(let mode): shutter.choose(mode)
    case .selfTimerChosen(let seconds): shutter.selfTimer = seconds
    case .intervalChosen(let seconds): shutter.interval = Int64(seconds * 1e9)

    case .camerasChanged(let pages, let views, let zoom, let torch, let exposure):
      (cameraSettings, self.views) = (pages, views)
      (self.zoom, self.torch, self.exposure) = (zoom, torch, exposure)
    case .settingsPressed: openSettings(settings == nil ? .medium : nil)
    case .pageChosen(let page): settingsPage = page
    case .capturePressed:
      openSettings(nil)
      library = nil
    case .grabberPressed:
      if let settings { openSettings(settings.other) } else { libraryDetent = libraryDetent.other }
    case .closePressed:
      if settings != nil { openSettings(nil) } else if looked != nil { looked = nil } else { library = nil }
    case .pickerPressed(let name): openPicker = openPicker == name ? nil : name
    case .pickerLeft: openPicker = nil
    case .toolsPressed:
      showsTools = isCovered || !showsTools
      uncover()
      (openPicker, showsExposure) = (nil, false)
    case .exposurePressed:
      showsExposure.toggle()
      (openPicker, memory.followsReticle) = (nil, false)
    case .reticlePlaced:
      guard exposure != nil, !showsExposure else { return }
      (showsExposure, memory.followsReticle) = (true, true)
    case .reticleGone:
      if memory.followsReticle { (showsExposure, memory.followsReticle) = (false, false) }

    case .libraryPressed:
      if hasLibrary, library == nil { openLibrary(at: LibraryPlace()) } else { uncover() }
    case .libraryLeft: uncover()
    case .placeChosen(let place): openLibrary(at: place)
    case .daysPressed: library?.isDayListOpen.toggle()
    case .itemsRead(var values, let place):
      guard let library, place == memory.place else { return }
      values.isDayListOpen = library.isDayListOpen
      self.library = values
    case .readingFailed(let problem):
      guard library?.isReading ?? false else { return }
      library?.isReading = false
      library?.problem = problem
    case .shotTaken(let picture, let now):
      memory.lastShot = picture
      look(at: picture, now)
    case .pictureFound(let picture, let now): if library != nil { look(at: picture, now) }
    case .shotRecalled(let now): if settings == nil, let shot = memory.lastShot { look(at: shot, now) }
    case .shotAged(let now, let isHeld):
      guard let looked, !looked.isFromLibrary else { return }
      if isHeld || looked.shot.asksToDelete { memory.shotSince = now }
      if !Self.lasts(Self.shotNanoseconds, since: memory.shotSince, at: now) { self.looked = nil }
    case .keepPressed(let now): memory.shotSince = now
    case .deletionAsked(let asks, let now):
      looked?.shot.asksToDelete = asks
      memory.shotSince = now
    case .pictureLeft: looked = nil
    case .pictureKept(let name, let isKept):
      if memory.lastShot?.name == name { memory.lastShot?.shot.isKept = isKept }
      if looked?.name == name { looked?.shot.isKept = isKept }
    case .pictureDeleted(let name):
      if memory.lastShot?.name == name { memory.lastShot = nil }
      if looked?.name == name { looked = nil }
    }
  }

  /// Whether something that began then still lasts; not once time has jumped back.
  private static func lasts(_ nanoseconds: Int64, since start: Int64, at now: Int64) -> Bool {
    now >= start && now &- start < nanoseconds
  }

  /// Opens or closes the settings, which leaves everything else that was open.
  private mutating func openSettings(_ detent: Sheet.Detent?) {
    settings = detent
    (looked, openPicker) = (nil, nil)
    if detent != nil { library = nil }
  }

  private mutating func openLibrary(at place: LibraryPlace) {
    var values = LibraryContents()
    (values.recording, values.canGoBack) = (place.recording, place.recording != nil)
    (values.filter, values.day, values.days) = (place.filter, place.day, library?.days ?? [])
    values.isReading = true
    (library, memory.place) = (values, place)
    (settings, looked, openPicker) = (nil, nil, nil)
  }

  /// Closes every sheet and list.
  mutating func uncover() { (library, settings, looked, openPicker) = (nil, nil, nil, nil) }

  private mutating func look(at picture: LibraryPicture, _ now: Int64) {
    (looked, memory.shotSince) = (picture, now)
    openPicker = nil
  }
}

extension Sheet.Detent {
  fileprivate var other: Self { self == .medium ? .large : .medium }
}
