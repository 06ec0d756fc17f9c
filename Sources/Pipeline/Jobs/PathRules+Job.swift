extension PathRules {
  /// The paths that a job needs once its cameras are open and its folders exist.
  package init(_ settings: JobSettings) {
    self = settings.paths
    for source in settings.sources { read(source.specification) }
    for sink in settings.sinks { sink.allow(&self) }
    for folder in [settings.folder, settings.library].compactMap(\.self) { own(folder) }
    if let control = settings.control { listen(control) }
    // All others stay open.
    for source in settings.values where source.isDevice {
      useCameras()
      // Its name may be a link's.
      readAgain(source.path)
    }
    if let levels = settings.levels?.path {
      write(levels)
      readAgain(levels)
    }
    if let metrics = settings.service?.metrics { write(metrics) }
  }
}
