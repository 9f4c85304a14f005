/// What would have to be different for another decision.
enum ChangeWord: PageWord {
    case stopBySwitch, stop, levelNone, levelCriticalOrNone, switchOn, switchOnKind, endSnooze, undoDismissal, otherHours, otherHoursOrCritical, holdInstead
    case stopOrderBySwitch, stopOrder
    case endMute, moreADay, otherDigest

    var texts: PageTexts {
        switch self {
        case .stopBySwitch:
            PageTexts(
                en: "Switching off {switch}, snoozing or dismissing the alert, or quiet hours at this time would have stopped it.",
                ar: "كان سيوقفه إيقاف {switch} أو تأجيل التنبيه أو صرف النظر عنه أو ساعات هدوء في هذا الوقت.",
                de: "Aufgehalten hätte es, {switch} auszuschalten, die Warnung schlummern zu lassen oder zu verwerfen oder zu dieser Stunde Ruhezeit zu haben.",
                fr: "Désactiver {switch}, mettre en veille ou écarter l’alerte, ou des heures calmes à ce moment l’auraient arrêté.",
                es: "Lo habría detenido desactivar {switch}, posponer o descartar la alerta, o unas horas de silencio a esa hora.",
                tr: "Şunlar durdururdu: {switch} ayarını kapatmak, uyarıyı ertelemek ya da kapatmak, bu saatte sessiz saatler.")
        case .stop:
            PageTexts(
                en: "Snoozing or dismissing the alert, or quiet hours at this time would have stopped it.",
                ar: "كان سيوقفه تأجيل التنبيه أو صرف النظر عنه أو ساعات هدوء في هذا الوقت.",
                de: "Aufgehalten hätte es, die Warnung schlummern zu lassen oder zu verwerfen oder zu dieser Stunde Ruhezeit zu haben.",
                fr: "Mettre en veille ou écarter l’alerte, ou des heures calmes à ce moment l’auraient arrêté.",
                es: "Lo habría detenido posponer o descartar la alerta, o unas horas de silencio a esa hora.",
                tr: "Şunlar durdururdu: uyarıyı ertelemek ya da kapatmak, bu saatte sessiz saatler.")
        case .stopOrderBySwitch:
            PageTexts(
                en: "Switching off {switch}, or quiet hours at this time, would have stopped it.",
                ar: "كان سيوقفه إيقاف {switch} أو ساعات هدوء في هذا الوقت.",
                de: "Aufgehalten hätte es, {switch} auszuschalten oder zu dieser Stunde Ruhezeit zu haben.",
                fr: "Désactiver {switch}, ou des heures calmes à ce moment, l’auraient arrêté.",
                es: "Lo habría detenido desactivar {switch}, o unas horas de silencio a esa hora.",
                tr: "Şunlar durdururdu: {switch} ayarını kapatmak, bu saatte sessiz saatler.")
        case .stopOrder:
            PageTexts(
                en: "Quiet hours at this time would have stopped it.", ar: "كانت ستوقفه ساعات هدوء في هذا الوقت.",
                de: "Eine Ruhezeit zu dieser Stunde hätte es aufgehalten.", fr: "Des heures calmes à ce moment l’auraient arrêté.",
                es: "Unas horas de silencio a esa hora lo habrían detenido.", tr: "Bu saatte sessiz saatler durdururdu.")
        case .levelNone:
            PageTexts(
                en: "The quiet hours' level “{none}” would have stopped it.", ar: "كان سيوقفه مستوى ساعات الهدوء «{none}».",
                de: "Die Stufe „{none}“ der Ruhezeit hätte es aufgehalten.", fr: "Le niveau « {none} » des heures calmes l’aurait arrêté.",
                es: "El nivel «{none}» de las horas de silencio lo habría detenido.", tr: "Sessiz saatlerin “{none}” düzeyi durdururdu.")
        case .levelCriticalOrNone:
            PageTexts(
                en: "The quiet hours' level “{critical}” or “{none}” would have stopped it.", ar: "كان سيوقفه مستوى ساعات الهدوء «{critical}» أو «{none}».",
                de: "Die Stufe „{critical}“ oder „{none}“ der Ruhezeit hätte es aufgehalten.",
                fr: "Le niveau « {critical} » ou « {none} » des heures calmes l’aurait arrêté.",
                es: "El nivel «{critical}» o «{none}» de las horas de silencio lo habría detenido.",
                tr: "Sessiz saatlerin “{critical}” ya da “{none}” düzeyi durdururdu.")
        case .switchOn:
            PageTexts(
                en: "Switching on “{switch}” under “{head}” in the settings would let it through.",
                ar: "تفعيل «{switch}» تحت «{head}» في الإعدادات يسمح بمروره.",
                de: "Es käme durch, wenn man in den Einstellungen unter „{head}“ den Schalter „{switch}“ einschaltete.",
                fr: "Activer « {switch} » sous « {head} » dans les réglages le laisserait passer.",
                es: "Activar «{switch}» en «{head}» de los ajustes lo dejaría pasar.",
                tr: "Ayarlarda “{head}” altındaki “{switch}” anahtarını açmak geçmesini sağlar.")
        case .switchOnKind:
            PageTexts(
                en: "Switching on this kind of notification over {channel} would let it through.", ar: "تفعيل هذا النوع من الإشعارات عبر {channel} يسمح بمروره.",
                de: "Diese Art von Nachricht auf dem Weg „{channel}“ einzuschalten ließe es durch.", fr: "Activer ce type de notification sur le canal « {channel} » le laisserait passer.",
                es: "Activar este tipo de aviso en el canal «{channel}» lo dejaría pasar.", tr: "Bu tür bildirimi şu kanalda açmak geçmesini sağlar: {channel}.")
        case .endSnooze:
            PageTexts(
                en: "Ending the snooze would let it through.", ar: "إنهاء التأجيل يسمح بمروره.", de: "Das Schlummern zu beenden ließe es durch.",
                fr: "Mettre fin à la veille le laisserait passer.", es: "Terminar el aplazamiento lo dejaría pasar.", tr: "Ertelemeyi bitirmek geçmesini sağlar.")
        case .undoDismissal:
            PageTexts(
                en: "Undoing the dismissal would let it through.", ar: "التراجع عن صرف النظر يسمح بمروره.", de: "Das Verwerfen zurückzunehmen ließe es durch.",
                fr: "Revenir sur la mise à l’écart le laisserait passer.", es: "Deshacer el descarte lo dejaría pasar.", tr: "Kapatmayı geri almak geçmesini sağlar.")
        case .otherHours:
            PageTexts(
                en: "Other quiet hours, or the level “{all}”, would let it through", ar: "ساعات هدوء أخرى أو المستوى «{all}» تسمح بمروره",
                de: "Eine andere Ruhezeit oder die Stufe „{all}“ ließe es durch", fr: "D’autres heures calmes, ou le niveau « {all} », le laisseraient passer",
                es: "Otras horas de silencio, o el nivel «{all}», lo dejarían pasar", tr: "Başka sessiz saatler ya da “{all}” düzeyi geçmesini sağlar")
        case .otherHoursOrCritical:
            PageTexts(
                en: "Other quiet hours or the level “{all}” would let it through, and so would its being critical",
                ar: "ساعات هدوء أخرى أو المستوى «{all}» أو كونه حرجًا تسمح بمروره",
                de: "Eine andere Ruhezeit oder die Stufe „{all}“ ließe es durch, und es käme auch durch, wenn es kritisch wäre",
                fr: "D’autres heures calmes ou le niveau « {all} » le laisseraient passer, et il passerait aussi s’il était critique",
                es: "Otras horas de silencio o el nivel «{all}» lo dejarían pasar, y también pasaría si fuera crítico",
                tr: "Başka sessiz saatler, “{all}” düzeyi ya da kritik olması geçmesini sağlar")
        case .holdInstead:
            PageTexts(
                en: "; with “{hold}” it would have waited.", ar: "؛ ومع «{hold}» كان سينتظر.", de: "; mit „{hold}“ hätte es gewartet.",
                fr: " ; avec « {hold} », il aurait attendu.", es: "; con «{hold}» habría esperado.", tr: "; “{hold}” seçilseydi beklerdi.")
        case .endMute:
            PageTexts(
                en: "Ending the mute would let it through.", ar: "إنهاء الكتم يسمح بمروره.", de: "Die Stummschaltung zu beenden ließe es durch.",
                fr: "Mettre fin à la sourdine le laisserait passer.", es: "Quitar el silencio lo dejaría pasar.", tr: "Susturmayı bitirmek geçmesini sağlar.")
        case .otherDigest:
            PageTexts(
                en: "Another time for “{setting}”, or none, would let it through, and so would its being critical.",
                ar: "وقت آخر في «{setting}»، أو تركه فارغًا، يسمح بمروره، وكذلك لو كان حرجًا.",
                de: "Eine andere Uhrzeit oder keine bei „{setting}“ ließe es durch, und ebenso, wenn es kritisch wäre.",
                fr: "Une autre heure pour « {setting} », ou aucune, le laisserait passer, tout comme s’il était critique.",
                es: "Otra hora en «{setting}», o ninguna, lo dejaría pasar, y también si fuera crítico.",
                tr: "“{setting}” için başka bir saat ya da boş bırakmak geçmesini sağlar; kritik olması da.")
        case .moreADay:
            PageTexts(
                en: "A higher number for “{setting}”, or none, would let it through, and so would its being critical.",
                ar: "رقم أعلى في «{setting}»، أو تركه فارغًا، يسمح بمروره، وكذلك لو كان حرجًا.",
                de: "Eine höhere Zahl oder keine bei „{setting}“ ließe es durch, und ebenso, wenn es kritisch wäre.",
                fr: "Un nombre plus élevé pour « {setting} », ou aucun, le laisserait passer, tout comme s’il était critique.",
                es: "Un número mayor en «{setting}», o ninguno, lo dejaría pasar, y también si fuera crítico.",
                tr: "“{setting}” için daha büyük bir sayı ya da boş bırakmak geçmesini sağlar; kritik olması da.")
        }
    }
}
