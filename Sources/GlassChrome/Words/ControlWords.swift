/// The words that controls show or read aloud by themselves, in one language.
package struct ControlWords: Sendable {
  package var on: String
  package var off: String
  /// A number with sign and unit, kept in order.
  package var measure: @Sendable (_ content: String) -> String
  package var less: @Sendable (_ content: String) -> String
  package var more: @Sendable (_ content: String) -> String
  package var close: String
  package var sheetHeight: String
  package var medium: String
  package var large: String
  package var tabs: String
  /// What the current tab does when it is the only one shown.
  package var showsTabs: String
  package var moreTools: String
  package var fewerTools: String
  package var open: String
  package var closed: String
  package var new: String
  package var newCount: @Sendable (_ number: Int) -> String
  package var back: String
}

extension ControlWords {
  package static let english = ControlWords(
    on: "on",
    off: "off",
    measure: { $0 },
    less: { "\($0), less" },
    more: { "\($0), more" },
    close: "Close",
    sheetHeight: "Height of the sheet",
    medium: "medium",
    large: "large",
    tabs: "Tabs",
    showsTabs: "Shows all tabs",
    moreTools: "More tools",
    fewerTools: "Fewer tools",
    open: "open",
    closed: "closed",
    new: "new",
    newCount: { "\($0) new" },
    back: "Back")

  package static let german = ControlWords(
    on: "ein",
    off: "aus",
    measure: { $0.withDecimalComma },
    less: { "\($0), weniger" },
    more: { "\($0), mehr" },
    close: "Schließen",
    sheetHeight: "Höhe des Blatts",
    medium: "mittel",
    large: "groß",
    tabs: "Tabs",
    showsTabs: "Zeigt alle Tabs",
    moreTools: "Mehr Werkzeuge",
    fewerTools: "Weniger Werkzeuge",
    open: "offen",
    closed: "geschlossen",
    new: "neu",
    newCount: { "\($0) neu" },
    back: "Zurück")

  package static let spanish = ControlWords(
    on: "sí",
    off: "no",
    measure: { $0.withDecimalComma },
    less: { "\($0), menos" },
    more: { "\($0), más" },
    close: "Cerrar",
    sheetHeight: "Altura de la hoja",
    medium: "media",
    large: "grande",
    tabs: "Pestañas",
    showsTabs: "Muestra todas las pestañas",
    moreTools: "Más herramientas",
    fewerTools: "Menos herramientas",
    open: "abierto",
    closed: "cerrado",
    new: "nuevo",
    newCount: { $0 == 1 ? "1 nuevo" : "\($0) nuevos" },
    back: "Atrás")

  package static let chinese = ControlWords(
    on: "开",
    off: "关",
    measure: { $0 },
    less: { "\($0)，减少" },
    more: { "\($0)，增加" },
    close: "关闭",
    sheetHeight: "面板高度",
    medium: "中",
    large: "大",
    tabs: "标签",
    showsTabs: "显示所有标签",
    moreTools: "更多工具",
    fewerTools: "更少工具",
    open: "展开",
    closed: "收起",
    new: "新",
    newCount: { "\($0) 个新项目" },
    back: "返回")

  package static let arabic = ControlWords(
    on: "تشغيل",
    off: "إيقاف",
    measure: { "\u{2066}\($0)\u{2069}" },
    less: { "\($0)، أقل" },
    more: { "\($0)، أكثر" },
    close: "إغلاق",
    sheetHeight: "ارتفاع اللوحة",
    medium: "متوسط",
    large: "كبير",
    tabs: "علامات التبويب",
    showsTabs: "يعرض كل علامات التبويب",
    moreTools: "أدوات أكثر",
    fewerTools: "أدوات أقل",
    open: "مفتوح",
    closed: "مغلق",
    new: "جديد",
    newCount: { "\($0) جديد" },
    back: "رجوع")
}
