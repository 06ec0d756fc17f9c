import Foundation
import GlassChrome

let bar = HStack(spacing: 16) {
  Icon("camera", size: 28)
  VStack(alignment: .leading, spacing: 2) {
    Text("Front camera").font(.headline)
    Text("1920 × 1080, 30 a second").font(.subheadline).foregroundStyle(.secondary)
  }
  Spacer()
  Button("record", title: "Record").buttonStyle(.glassProminent)
}
.padding(20)
.glassEffect(.regular, in: .rect(cornerRadius: 32))
.padding(32)

let sunset = PictureBackdrop.gradient([0x0B1E4B, 0x7A3E9D, 0xF0654A, 0xFFD27A])
let png = try ChromePicture.png(of: bar, width: 560, height: 150, over: sunset, scale: 2)
try Data(png).write(to: URL(fileURLWithPath: "hello-glass.png"))
