/// What the settings say of a mute of everything, or of one category, and of the buttons for it.
public enum MuteWord: PageWord {
    case title, hint, hour, morning, open, mutedUntil, mutedOpenly, unmute, kind, twoHours, kindMutedUntil

    public var texts: PageTexts {
        switch self {
        case .title:
            PageTexts(
                en: "Mute everything", ar: "كتم كل شيء", de: "Alles stumm stellen", fr: "Tout mettre en sourdine", es: "Silenciar todo", tr: "Her şeyi sustur")
        case .hint:
            PageTexts(
                en: "You are told nothing then, not even what is critical, and it isn’t told later. The timeline shows what was left out.",
                ar: "عندها لا تُخبَر بشيء، ولا حتى بما هو حرج، ولا يُقال لاحقًا. يُظهر الجدول الزمني ما تُرك.",
                de: "Du erfährst dann nichts, auch nichts Kritisches, und es wird nicht nachgeholt. Der Verlauf zeigt, was weggelassen wurde.",
                fr: "Rien ne vous est dit alors, même critique, ni plus tard. La chronologie montre ce qui a été omis.",
                es: "Entonces no se te dice nada, ni siquiera lo crítico, y tampoco más tarde. La cronología muestra lo que se omitió.",
                tr: "O sürede size hiçbir şey söylenmez, kritik olan bile; sonradan da söylenmez. Atlananları zaman çizelgesi gösterir.")
        case .hour: PageTexts(en: "For 1 hour", ar: "لمدة ساعة", de: "Für 1 Stunde", fr: "Pendant 1 heure", es: "Durante 1 hora", tr: "1 saat boyunca")
        case .morning:
            PageTexts(
                en: "Until the morning, {time}", ar: "حتى الصباح، {time}", de: "Bis zum Morgen, {time}", fr: "Jusqu’au matin, {time}",
                es: "Hasta la próxima mañana, {time}", tr: "Sabaha dek, {time}")
        case .open:
            PageTexts(
                en: "Until I say otherwise", ar: "إلى أن أُلغيه", de: "Bis ich es beende", fr: "Jusqu’à nouvel ordre", es: "Hasta que diga lo contrario",
                tr: "Ben açana dek")
        case .mutedUntil:
            PageTexts(
                en: "Everything is muted until {moment}.", ar: "كل شيء مكتوم حتى {moment}.", de: "Alles ist stumm bis {moment}.",
                fr: "Tout est en sourdine jusqu’au {moment}.", es: "Todo está silenciado hasta el {moment}.", tr: "Her şey susturuldu. Bitiş: {moment}.")
        case .mutedOpenly:
            PageTexts(
                en: "Everything is muted until you say otherwise.", ar: "كل شيء مكتوم إلى أن تُلغي الكتم.", de: "Alles ist stumm, bis du es beendest.",
                fr: "Tout est en sourdine jusqu’à nouvel ordre.", es: "Todo está silenciado hasta que digas lo contrario.",
                tr: "Siz açana dek her şey susturuldu.")
        case .kind:
            PageTexts(en: "Mute for a while", ar: "كتم مؤقت", de: "Eine Weile stumm stellen", fr: "Mettre en sourdine un moment", es: "Silenciar un rato", tr: "Bir süre sustur")
        case .twoHours: PageTexts(en: "For 2 hours", ar: "لمدة ساعتين", de: "Für 2 Stunden", fr: "Pendant 2 heures", es: "Durante 2 horas", tr: "2 saat boyunca")
        case .kindMutedUntil:
            PageTexts(
                en: "Muted until {moment}.", ar: "مكتوم حتى {moment}.", de: "Stumm bis {moment}.", fr: "En sourdine jusqu’au {moment}.",
                es: "Silenciado hasta el {moment}.", tr: "Susturuldu. Bitiş: {moment}.")
        case .unmute:
            PageTexts(
                en: "Unmute", ar: "إلغاء الكتم", de: "Stummschaltung beenden", fr: "Mettre fin à la sourdine", es: "Quitar el silencio", tr: "Sesi aç")
        }
    }
}
