/// What a decision's sentence says of what isn't queued, in place of the words for what has happened.
enum RehearsedWord: PageWord {
    case allowedOutsideQuietHours, allowed, clock, undeliverable

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
        }
    }
}
