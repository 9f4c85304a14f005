/// The authorities whose methods compute prayer times, under the names that the settings keep.
public enum PrayerMethodWord: String, PageWord {
    case muslimWorldLeague = "muslim_world_league"
    case egyptian
    case karachi
    case ummAlQura = "umm_al_qura"
    case dubai
    case kuwait
    case qatar
    case singapore
    case northAmerica = "north_america"
    case moonsightingCommittee = "moonsighting_committee"
    case tehran
    case turkey

    public var texts: PageTexts {
        switch self {
        case .muslimWorldLeague:
            PageTexts(
                en: "Muslim World League", ar: "رابطة العالم الإسلامي", de: "Islamische Weltliga", fr: "Ligue islamique mondiale", es: "Liga del Mundo Islámico",
                tr: "Dünya İslam Birliği")
        case .egyptian:
            PageTexts(en: "Egypt", ar: "الهيئة المصرية العامة للمساحة", de: "Ägypten", fr: "Égypte", es: "Egipto", tr: "Mısır")
        case .karachi: PageTexts(en: "Karachi", ar: "كراتشي", de: "Karatschi", fr: "Karachi", es: "Karachi", tr: "Karaçi")
        case .ummAlQura: PageTexts(en: "Umm al-Qura, Mecca", ar: "أم القرى، مكة", de: "Umm al-Qura, Mekka", fr: "Umm al-Qura, La Mecque", es: "Umm al-Qura, La Meca", tr: "Ümmü’l-Kura, Mekke")
        case .dubai: PageTexts(en: "Dubai", ar: "دبي", de: "Dubai", fr: "Dubaï", es: "Dubái", tr: "Dubai")
        case .kuwait: PageTexts(en: "Kuwait", ar: "الكويت", de: "Kuwait", fr: "Koweït", es: "Kuwait", tr: "Kuveyt")
        case .qatar: PageTexts(en: "Qatar", ar: "قطر", de: "Katar", fr: "Qatar", es: "Catar", tr: "Katar")
        case .singapore: PageTexts(en: "Singapore", ar: "سنغافورة", de: "Singapur", fr: "Singapour", es: "Singapur", tr: "Singapur")
        case .northAmerica:
            PageTexts(en: "North America", ar: "أمريكا الشمالية", de: "Nordamerika", fr: "Amérique du Nord", es: "América del Norte", tr: "Kuzey Amerika")
        case .moonsightingCommittee:
            PageTexts(
                en: "Moonsighting Committee", ar: "لجنة رؤية الهلال", de: "Moonsighting Committee", fr: "Moonsighting Committee", es: "Moonsighting Committee",
                tr: "Moonsighting Committee")
        case .tehran: PageTexts(en: "Tehran", ar: "طهران", de: "Teheran", fr: "Téhéran", es: "Teherán", tr: "Tahran")
        case .turkey: PageTexts(en: "Turkey", ar: "تركيا", de: "Türkei", fr: "Turquie", es: "Turquía", tr: "Türkiye")
        }
    }
}
