// Between the values of a table, at a place counted from its first value; beyond its ends, the first or last one.

/// On the line between two neighbours.
func linear(_ place: Float, _ table: [Float]) -> Float {
  let place = max(0, min(Float(table.count - 1), place))
  let i = min(Int(place), table.count - 2)
  let part = place - Float(i)
  return table[i] * (1 - part) + table[i + 1] * part
}

/// By cubic convolution of four neighbours (Keys, "Cubic convolution interpolation for digital image processing", 1981).
func cubic(_ place: Float, _ table: [Float]) -> Float {
  let place = max(0, min(Float(table.count - 1), place))
  let i = min(Int(place), table.count - 2)
  let t = place - Float(i)
  let (a, b) = (table[max(0, i - 1)], table[i])
  let (c, d) = (table[i + 1], table[min(table.count - 1, i + 2)])
  let (square, cube) = (a - 2.5 * b + 2 * c - 0.5 * d, 1.5 * (b - c) + 0.5 * (d - a))
  return b + t * (0.5 * (c - a) + t * (square + t * cube))
}
