/// What is said of what isn't queued, in place of the words for what has happened.
enum RehearsedWord: PageWord {
    case allowedOutsideQuietHours, allowed, clock, undeliverable
    case stopBySwitch, stop, levelNone, levelCriticalOrNone, holdInstead

    var texts: PageTexts {
        switch self {
        case .allowedOutsideQuietHours:
            PageTexts(
                en: "nothing stands against it: {channel} is on, {clock}, outside their quiet hours",
                ar: "لا مانع منه: قناة «{channel}» مفعّلة، {clock}، خارج ساعات هدوئه",
                de: "nichts spricht dagegen: {channel} ist eingeschaltet, {clock}, außerhalb der Ruhezeit",
                fr: "rien ne s’y oppose : le canal « {channel} » est activé, {clock}, hors de ses heures calmes",
                es: "nada lo impide: el canal «{channel}» está activado, {clock}, fuera de sus horas de silencio",
                tr: "engel yok: {channel} açık, {clock}, sessiz saatlerin dışında")
        case .allowed:
            PageTexts(
                en: "nothing stands against it: {channel} is on, no quiet hours are set", ar: "لا مانع منه: قناة «{channel}» مفعّلة، ولا ساعات هدوء محددة",
                de: "nichts spricht dagegen: {channel} ist eingeschaltet, eine Ruhezeit ist nicht gesetzt",
                fr: "rien ne s’y oppose : le canal « {channel} » est activé, aucune heure calme n’est réglée",
                es: "nada lo impide: el canal «{channel}» está activado, no hay horas de silencio", tr: "engel yok: {channel} açık, sessiz saat ayarlanmamış")
        case .clock:
            PageTexts(
                en: "it is {time} for the recipient then", ar: "تكون الساعة حينها {time} لدى المستلم", de: "beim Empfänger ist es dann {time} Uhr",
                fr: "il est alors {time} chez le destinataire", es: "el reloj del destinatario marca entonces las {time}",
                tr: "alıcının saati o sırada {time}")
        case .undeliverable:
            PageTexts(
                en: "Would not be sent{error}.", ar: "لن يُرسل{error}.", de: "Würde nicht gesendet{error}.", fr: "Ne serait pas envoyé{error}.",
                es: "No se enviaría{error}.", tr: "Gönderilmezdi{error}.")
        case .stopBySwitch:
            PageTexts(
                en: "Switching off {switch}, or quiet hours at this time, would stop it.", ar: "يوقفه إيقاف {switch} أو ساعات هدوء في هذا الوقت.",
                de: "Aufhalten würde es, {switch} auszuschalten oder zu dieser Stunde Ruhezeit zu haben.",
                fr: "Désactiver {switch}, ou des heures calmes à ce moment, l’arrêteraient.",
                es: "Lo detendría desactivar {switch}, o unas horas de silencio a esa hora.",
                tr: "Şunlar durdurur: {switch} ayarını kapatmak, bu saatte sessiz saatler.")
        case .stop:
            PageTexts(
                en: "Quiet hours at this time would stop it.", ar: "توقفه ساعات هدوء في هذا الوقت.", de: "Eine Ruhezeit zu dieser Stunde würde es aufhalten.",
                fr: "Des heures calmes à ce moment l’arrêteraient.", es: "Unas horas de silencio a esa hora lo detendrían.",
                tr: "Bu saatte sessiz saatler durdurur.")
        case .levelNone:
            PageTexts(
                en: "The quiet hours' level “{none}” would stop it.", ar: "يوقفه مستوى ساعات الهدوء «{none}».",
                de: "Die Stufe „{none}“ der Ruhezeit würde es aufhalten.", fr: "Le niveau « {none} » des heures calmes l’arrêterait.",
                es: "El nivel «{none}» de las horas de silencio lo detendría.", tr: "Sessiz saatlerin “{none}” düzeyi durdurur.")
        case .levelCriticalOrNone:
            PageTexts(
                en: "The quiet hours' level “{critical}” or “{none}” would stop it.", ar: "يوقفه مستوى ساعات الهدوء «{critical}» أو «{none}».",
                de: "Die Stufe „{critical}“ oder „{none}“ der Ruhezeit würde es aufhalten.",
                fr: "Le niveau « {critical} » ou « {none} » des heures calmes l’arrêterait.",
                es: "El nivel «{critical}» o «{none}» de las horas de silencio lo detendría.",
                tr: "Sessiz saatlerin “{critical}” ya da “{none}” düzeyi durdurur.")
        case .holdInstead:
            PageTexts(
                en: "; with “{hold}” it would wait.", ar: "؛ ومع «{hold}» سينتظر.", de: "; mit „{hold}“ würde es warten.",
                fr: " ; avec « {hold} », il attendrait.", es: "; con «{hold}» esperaría.", tr: "; “{hold}” seçilirse bekler.")
        }
    }
}
