import CJPEG

/// Finds where the blocks of entropy-coded data start, with four cursors at once in a loop that hardly branches.
///
/// A single cursor leaves a processor idle, because each look-up waits for the one before. So the data is cut into
/// pieces, and a cursor begins each at a guess: as if an MCU started at its first byte. Such codes synchronize
/// themselves, mostly within 40 blocks (Klein, Wiseman: Parallel Huffman Decoding with Applications to JPEG Files,
/// 2003). Nothing relies on it: ``ScanWalker`` uses a piece only from where it comes itself to a bit at which an MCU
/// starts in the piece, too, as all that follows is then the same.
struct BlockFinder: Sendable {
  /// A stretch of a segment, and what was found in it.
  struct Piece: Sendable {
    /// The bit at which its first block was taken to start.
    var bit: Int
    /// The byte at which it ends.
    let stop: Int
    /// The first block's number in ``BlockFinder/starts``, and the number beyond those it may use.
    var first: Int
    var room: Int
    /// The number of the start after the last whole block.
    var last: Int
  }

  /// For each block of each piece, the lower 16 bits of the bit at which it starts; no block is longer than 1752 bits.
  private(set) var starts: [UInt16] = []
  /// In the data's order. Segments that are too short have none.
  private(set) var pieces: [Piece] = []
  /// Pieces of a scan without restart markers: many, so that the last cursors finish together.
  var count = 16
  /// The least bytes of a piece, at least 8: few take longer to begin and to end than they save.
  var shortest = 256

  /// For each state, the one after it if the block goes on (lower half) and if it ends (upper half). A state is where
  /// its look-ups begin (16 bits), and above that twice the block's number in the MCU, plus 1 after the DC code.
  private var turns = InlineArray<20, UInt64>(repeating: 0)

  init() {}

  /// The bit of which ``starts`` has the lower half, at `bit` or soon after it.
  @inline(__always)
  static func whole(_ half: UInt16, after bit: Int) -> Int {
    bit &+ Int(half &- UInt16(truncatingIfNeeded: bit))
  }

  /// Finds the blocks of a scan. Allocates only if there is more data, or more segments, than ever before.
  mutating func find(in data: borrowing EntropyData, _ decoder: HuffmanDecoder, plan: [cjpeg_step]) {
    pieces.removeAll(keepingCapacity: true)
    // A look-up at the start of a block covers its AC codes, too, so each AC table must go with one DC table.
    guard plan.allSatisfy({ decoder.partner[Int($0.ac)] == Int($0.dc) }) else { return }
    cut(data)
    guard !pieces.isEmpty else { return }
    for block in plan.indices {
      let next = (block + 1) % plan.count
      let inside = (2 * block + 1) << 16 | (2 * Int(plan[block].ac) + 1) * HuffmanDecoder.skipSize
      let following = 2 * next << 16 | 2 * Int(plan[next].ac) * HuffmanDecoder.skipSize
      for state in 2 * block...2 * block + 1 { turns[state] = UInt64(following << 32 | inside) }
    }
    let walk = Walk(data: data.bytes, decoder: decoder, plan: plan, turns: turns)
    walk.run(&pieces, &starts)
  }

  /// Cuts the segments into pieces. Each has a start for each of its bytes.
  private mutating func cut(_ data: borrowing EntropyData) {
    let total = data.segments.last?.end ?? 0
    for number in data.segments.indices {
      let segment = data.segments[number]
      let bytes = segment.end - segment.start
      guard bytes >= shortest else { continue }
      let parts = max(1, bytes / max(shortest, total / count))
      for part in 0..<parts {
        let first = segment.start + bytes * part / parts
        let stop = segment.start + bytes * (part + 1) / parts
        pieces.append(Piece(bit: 8 * first, stop: stop, first: first, room: stop, last: first))
      }
    }
    guard var spare = pieces.first else { return }
    // Cursors for which none is left walk the first one again, and record it beyond the others.
    spare.first += total
    spare.room += total
    pieces.append(spare)
    if starts.count < spare.room { starts = [UInt16](repeating: 0, count: spare.room + total / 4) }
  }
}

/// A place in a piece.
private struct PieceCursor {
  var number: Int
  var piece: BlockFinder.Piece
  /// The bit, and (lower 10 bits) the number of the next coefficient, plus 128 at the block's end.
  var place: UInt64 = 0
  /// The place before the last look-ups.
  var before: UInt64 = 0
  var state: UInt64 = 0
  /// The number of the next start to record.
  var next = 0

  /// In a place after look-ups: the block has too many coefficients, or a look-up didn't know the code. Then the first
  /// code must be read in full: it is a long one, or the block's last, and the look-up saw codes after it.
  static let stumbled: UInt64 = 64 | 512

  /// The place after the look-ups if there is no such code, and the bits are none of a block's.
  static let lost: UInt64 = 512

  /// A piece's beginning: the end of an MCU, from which ``turn(_:_:)`` leads into the first block.
  init(_ number: Int, _ piece: BlockFinder.Piece, blocks: Int) {
    (self.number, self.piece) = (number, piece)
    begin(at: piece.bit, blocks: blocks)
  }

  mutating func begin(at bit: Int, blocks: Int) {
    piece.bit = bit
    place = UInt64(bit) << 10 | UInt64(HuffmanDecoder.endOfBlock)
    state = UInt64(2 * blocks - 1) << 16
    next = piece.first
  }

  /// Rounds that the cursor stays in its piece, whatever its bits are: each takes at most 41 bits and one start.
  var rounds: Int { min((8 * piece.stop - Int(place >> 10)) / 64, piece.room - next) }

  /// Looks up twice.
  ///
  /// - Returns: bits of ``stumbled``, if it did.
  @inline(__always)
  mutating func look(_ data: RawSpan, _ entries: Span<UInt16>) -> UInt64 {
    before = place
    let bit = Int(truncatingIfNeeded: place &>> 10)
    // The two take at most 23 and 18 of 57 bits.
    var window = BitCursor(bit: bit, data).window
    let base = Int(truncatingIfNeeded: state & 0xFFFF)
    // SAFETY: 12 bits of the window plus the base of one of 8 tables are below 8 × skipSize.
    let first = UInt64(unsafe entries[unchecked: base &+ Int(truncatingIfNeeded: window &>> 52)])
    window = window &<< (first &>> 10)
    let later = base | HuffmanDecoder.skipSize
    let second = UInt64(unsafe entries[unchecked: later &+ Int(truncatingIfNeeded: window &>> 52)])
    let middle = place &+ first
    place = middle &+ (first & UInt64(HuffmanDecoder.endOfBlock) != 0 ? 0 : second)
    return middle | place
  }

  /// Enters the next state and records the bit, which is the next block's start if the block ends here.
  @inline(__always)
  @_lifetime(starts: copy starts)
  mutating func turn(_ turns: Span<UInt64>, _ starts: inout MutableSpan<UInt16>) {
    // SAFETY: `rounds` keeps it in the piece's room.
    unsafe starts[unchecked: next] = UInt16(truncatingIfNeeded: place &>> 10)
    let ended = place &>> 7 & 1
    next = next &+ Int(truncatingIfNeeded: ended)
    // SAFETY: states are numbered up to 2 × blocks - 1, below 20.
    state = unsafe turns[unchecked: Int(truncatingIfNeeded: state &>> 16)] &>> (ended &<< 5) & 0xFFFF_FFFF
    place &= ~(ended &* 1023)
  }
}

/// What a walk through all pieces needs.
private struct Walk {
  let data: [UInt8]
  let decoder: HuffmanDecoder
  let plan: [cjpeg_step]
  let turns: InlineArray<20, UInt64>

  /// The last piece is the spare one, and is removed.
  func run(_ pieces: inout [BlockFinder.Piece], _ starts: inout [UInt16]) {
    let spare = pieces.count - 1
    var starts = starts.mutableSpan
    var cursors = InlineArray<4, PieceCursor> {
      PieceCursor(min($0, spare), pieces[min($0, spare)], blocks: plan.count)
    }
    for index in cursors.indices { cursors[index].turn(turns.span, &starts) }
    var (waiting, unfinished) = (min(4, spare), spare)
    while unfinished > 0 {
      advance(&cursors, &starts)
      for index in cursors.indices {
        let cursor = cursors[index]
        if cursor.place == PieceCursor.lost {
          // The guess was bad, or the data is: the piece begins anew a little further on.
          cursors[index].begin(at: Int(cursor.before >> 10 + 8) & ~7, blocks: plan.count)
        } else if cursor.rounds <= 0 {
          if cursor.number < spare {
            (pieces[cursor.number].bit, pieces[cursor.number].last) = (cursor.piece.bit, cursor.next - 1)
            unfinished -= 1
          }
          cursors[index] = PieceCursor(waiting, pieces[waiting], blocks: plan.count)
          waiting = min(waiting + 1, spare)
        } else {
          continue
        }
        cursors[index].turn(turns.span, &starts)
      }
    }
    pieces.removeLast()
  }

  /// Advances all cursors until one may reach its end or is lost.
  private func advance(_ cursors: inout InlineArray<4, PieceCursor>, _ starts: inout MutableSpan<UInt16>) {
    // Four variables, so that most of them stays in registers.
    var (a, b, c, d) = (cursors[0], cursors[1], cursors[2], cursors[3])
    // SAFETY: bytes without padding bits; the cursors stay in their pieces.
    let data = unsafe data.span.bytes
    let (entries, turns) = (decoder.skip.span, turns.span)
    let stumbled = PieceCursor.stumbled
    var rounds = min(min(a.rounds, b.rounds), min(c.rounds, d.rounds))
    while rounds > 0 {
      rounds &-= 1
      let (seenA, seenB) = (a.look(data, entries), b.look(data, entries))
      let (seenC, seenD) = (c.look(data, entries), d.look(data, entries))
      if (seenA | seenB | seenC | seenD) & stumbled != 0 {
        if seenA & stumbled != 0 { a.place = placeAfterCode(at: a.before, a.state, data, &rounds) }
        if seenB & stumbled != 0 { b.place = placeAfterCode(at: b.before, b.state, data, &rounds) }
        if seenC & stumbled != 0 { c.place = placeAfterCode(at: c.before, c.state, data, &rounds) }
        if seenD & stumbled != 0 { d.place = placeAfterCode(at: d.before, d.state, data, &rounds) }
      }
      a.turn(turns, &starts)
      b.turn(turns, &starts)
      c.turn(turns, &starts)
      d.turn(turns, &starts)
    }
    (cursors[0], cursors[1], cursors[2], cursors[3]) = (a, b, c, d)
  }

  /// Reads one code in full. If there is none, this round is the last and ``PieceCursor/lost`` the place.
  ///
  /// It takes no cursor by reference, so that those stay in registers.
  @inline(never)
  private func placeAfterCode(
    at place: UInt64, _ state: UInt64, _ data: RawSpan, _ rounds: inout Int
  ) -> UInt64 {
    var cursor = BitCursor(bit: Int(place >> 10), data)
    let step = plan[Int(state >> 17)]
    var k = Int(place & 1023)
    let isCode: Bool
    if k == 0 {
      isCode = ScanWalker.readDifference(&cursor, decoder, decoder.dc.span, Int(step.dc), data) != nil
      k = 1
    } else {
      isCode = ScanWalker.readSymbol(&cursor, &k, decoder, Int(step.ac), data) != nil
    }
    if isCode { return UInt64(cursor.bit) << 10 | UInt64(k > 63 ? HuffmanDecoder.endOfBlock : k) }
    rounds = 0
    return PieceCursor.lost
  }
}
