extension VerificationFindings {
  func report(_ signatures: SignatureChecker) -> VerificationReport {
    var signed = signatures.signed
    signed.isExpected = signed.key != nil && signatures.expected?.text == signed.key
    var checked = words
    if let key = signed.key {
      checked.append(
        "\(signed.files.counted("file")) of \(signed.pictures.counted("picture")), their lines and \(RecordingFolder.session): "
          + "as signed by \(key)")
    }
    checked += signed.stamps
    return VerificationReport(
      frames: present, bytes: bytes, problems: problems, checked: checked, notChecked: notChecked,
      frames: (frames, pictures), signed: signed)
  }

  /// What was done, by what was counted.
  private var words: [String] {
    let cameras = accounted.sorted { $0.key < $1.key }.map { name, sum in
      "\(sum.frames.counted("frame")) of the \(name) in lines, \(sum.lost) in gaps"
    }
    var words = [
      "\(RecordingFolder.session): readable, layouts sound; totals compared for "
        + "\(totalled) of \(runs.counted("run"))",
      "\(lines.counted("line")) of \(RecordingFolder.manifest): numbers without a hole"
        + (cameras.isEmpty ? "" : "; ") + cameras.joined(separator: "; "),
      "\(present.counted("picture")): there, fully decodable, of their canvas's size; "
        + "\(times) taken when their line says, by EXIF",
      "\(deleted.counted("deleted picture")): gone",
      "the folder: a line for each picture, every kept frame there, no unfinished file",
    ]
    if !skews.isEmpty { words.append("the cameras' skew: \(skew)") }
    if freed > 0 {
      words.append("\(freed.counted("picture")) freed to make room, as \(FreedMark.name) says")
    }
    if inkMaps > 0 { words.append("\(inkMaps.counted("ink map")): on the MCUs that their lines count") }
    guard frames > 0 else { return words }
    words.append(
      "\(frames.counted("camera frame")) in \(pictures.counted("spliced picture")): "
        + "\(same.counted("block has", "blocks have")) the cameras' coefficients, "
        + "\(exempt.counted("lies", "lie")) under ink or chrome")
    if requantized > 0 {
      words[words.count - 1] +=
        "; \(requantized.counted("frame has", "frames have")) other tables than the canvas and the "
        + "nearest coefficients"
    }
    return words
  }

  private var skew: String {
    let sorted = skews.sorted()
    func milliseconds(_ share: Double) -> String {
      let place = min(Int(Double(sorted.count) * share), sorted.count - 1)
      let tenths = (UInt64(sorted[place]) + 50) / 100
      return "\(tenths / 10).\(tenths % 10)"
    }
    return "median \(milliseconds(0.5)) ms, p95 \(milliseconds(0.95)), worst \(milliseconds(1))"
  }
}
