// What the sources use of swift-numerics' RealModule, straight from the C library as there.

@_extern(c, "pow") func cPow(_ x: Double, _ y: Double) -> Double
@_extern(c, "exp") func cExp(_ x: Double) -> Double
@_extern(c, "log2") func cLog2(_ x: Double) -> Double
@_extern(c, "sin") func cSin(_ x: Double) -> Double
@_extern(c, "cos") func cCos(_ x: Double) -> Double
@_extern(c, "tan") func cTan(_ x: Double) -> Double
@_extern(c, "asin") func cAsin(_ x: Double) -> Double
@_extern(c, "acos") func cAcos(_ x: Double) -> Double
@_extern(c, "atan") func cAtan(_ x: Double) -> Double
@_extern(c, "atan2") func cAtan2(_ y: Double, _ x: Double) -> Double
@_extern(c, "powf") func cPowf(_ x: Float, _ y: Float) -> Float
@_extern(c, "expf") func cExpf(_ x: Float) -> Float
@_extern(c, "logf") func cLogf(_ x: Float) -> Float
@_extern(c, "sinf") func cSinf(_ x: Float) -> Float
@_extern(c, "cosf") func cCosf(_ x: Float) -> Float
@_extern(c, "atan2f") func cAtan2f(_ y: Float, _ x: Float) -> Float

extension Double {
  public static func pow(_ x: Double, _ y: Double) -> Double { cPow(x, y) }
  public static func exp(_ x: Double) -> Double { cExp(x) }
  public static func log2(_ x: Double) -> Double { cLog2(x) }
  public static func sin(_ x: Double) -> Double { cSin(x) }
  public static func cos(_ x: Double) -> Double { cCos(x) }
  public static func tan(_ x: Double) -> Double { cTan(x) }
  public static func asin(_ x: Double) -> Double { cAsin(x) }
  public static func acos(_ x: Double) -> Double { cAcos(x) }
  public static func atan(_ x: Double) -> Double { cAtan(x) }
  public static func atan2(y: Double, x: Double) -> Double { cAtan2(y, x) }
}

extension Float {
  public static func pow(_ x: Float, _ y: Float) -> Float { cPowf(x, y) }
  public static func exp(_ x: Float) -> Float { cExpf(x) }
  public static func log(_ x: Float) -> Float { cLogf(x) }
  public static func sin(_ x: Float) -> Float { cSinf(x) }
  public static func cos(_ x: Float) -> Float { cCosf(x) }
  public static func atan2(y: Float, x: Float) -> Float { cAtan2f(y, x) }
}
