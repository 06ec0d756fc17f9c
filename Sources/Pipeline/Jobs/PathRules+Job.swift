extension PathRules {
  /// The paths that a job needs once its cameras are open and its folders exist.
  package init(_ settings: JobSettings) {
    self = settings.paths
    for source in settings.sources { read(source.specification) }
    for sink in settings.sinks { sink.allow(&self) }
    for folder in [settings.folder, settings.library].compactMap(\.self) { own(folder) }
    if let control = settings.control { listen(control) }
    for source in settings.values where settings.pace == .live && !source.isStandardInput {
      if source.isDevice { useCameras() }
      // What is made anew under its name, which may be a link's.
      readAgain(source.path)
      readAgain(source.realPath)
    }
    for source in settings.values where settings.pace == .exact { read(source.path) }
    if let levels = settings.levels?.path {
      write(levels)
      readAgain(levels)
    }
    if let metrics = settings.service?.metrics { write(metrics) }
  }
}
