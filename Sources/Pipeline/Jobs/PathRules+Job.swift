extension PathRules {
  /// The paths that a job needs once its cameras are open and its folders exist.
  package init(_ settings: JobSettings) {
    self = settings.paths
    for source in settings.sources { read(source.specification) }
    if !settings.outputs.isEmpty { useCameras() }
    for output in settings.outputs { allow([.reads, .writes, .controls], output.path) }
    for folder in settings.folders { own(folder) }
    if let library = settings.library { own(library) }
    if let latest = settings.latest { write(latest) }
    for film in settings.films { write(film) }
    if let control = settings.control { listen(control) }
    if let metrics = settings.service?.metrics { write(metrics) }
  }
}
