/// What the settings say of the lists of people that a person may join and leave.
public enum AudienceWord: PageWord {
    case title, lead, join, leave, isMember

    public var texts: PageTexts {
        switch self {
        case .title:
            PageTexts(
                en: "What you can follow", ar: "ما يمكنك متابعته", de: "Was du abonnieren kannst", fr: "Ce que vous pouvez suivre",
                es: "Lo que puedes seguir", tr: "Takip edebilecekleriniz")
        case .lead:
            PageTexts(
                en: "Whoever follows one of these is told what is sent to all who do, as the settings below allow.",
                ar: "من يتابع واحدة من هذه يُخبَر بما يُرسل إلى جميع متابعيها، وفق الإعدادات أدناه.",
                de: "Wer eines davon abonniert, erfährt, was allen Abonnenten geschickt wird, wie es die Einstellungen unten zulassen.",
                fr: "Qui suit l’une de ces listes reçoit ce qui est envoyé à tous ses abonnés, selon les réglages ci-dessous.",
                es: "Quien sigue una de estas listas recibe lo que se envía a todos sus seguidores, según los ajustes de abajo.",
                tr: "Bunlardan birini takip eden, aşağıdaki ayarların izin verdiği ölçüde, tüm takipçilere gönderileni alır.")
        case .join: PageTexts(en: "Follow", ar: "متابعة", de: "Abonnieren", fr: "Suivre", es: "Seguir", tr: "Takip et")
        case .leave:
            PageTexts(
                en: "Stop following", ar: "إلغاء المتابعة", de: "Abo beenden", fr: "Ne plus suivre", es: "Dejar de seguir", tr: "Takibi bırak")
        case .isMember:
            PageTexts(en: "You follow it.", ar: "أنت تتابعه.", de: "Du hast es abonniert.", fr: "Vous la suivez.", es: "La sigues.", tr: "Takip ediyorsunuz.")
        }
    }
}
