/// What the page says on which it stands who did what.
public enum AuditWord: PageWord {
    case lead, name, anyAction, action, noneFound, admin, app, person, account, operatorOnPages, whose, subject, count, refused, lines

    public var texts: PageTexts {
        switch self {
        case .lead:
            PageTexts(
                en: "What operators, apps and commands did to others’ things, and what operators looked at.",
                ar: "ما فعله المشغّلون والتطبيقات والأوامر بما يخص الآخرين، وما اطّلع عليه المشغّلون.",
                de: "Was Betreiber, Apps und Befehle an Dingen anderer getan haben und was Betreiber angesehen haben.",
                fr: "Ce que les exploitants, applications et commandes ont fait à ce qui est à d’autres, et ce que les exploitants ont consulté.",
                es: "Qué hicieron operadores, aplicaciones y comandos con lo de otros, y qué miraron los operadores.",
                tr: "İşletenlerin, uygulamaların ve komutların başkalarına ait olanlara yaptıkları ve işletenlerin baktıkları.")
        case .name:
            PageTexts(
                en: "Whose things, or which", ar: "ما يخص من، أو أي شيء", de: "Wessen Dinge, oder welches", fr: "À qui, ou quoi", es: "De quién, o qué",
                tr: "Kimin, ya da hangisi")
        case .anyAction: PageTexts(en: "Any", ar: "أي فعل", de: "Jede", fr: "Toutes", es: "Cualquiera", tr: "Hepsi")
        case .action: PageTexts(en: "Action", ar: "الفعل", de: "Handlung", fr: "Action", es: "Acción", tr: "Eylem")
        case .noneFound:
            PageTexts(
                en: "Nothing of that kind was noted.", ar: "لم يُسجَّل شيء من هذا.", de: "Nichts dergleichen ist verzeichnet.", fr: "Rien de tel n’a été noté.",
                es: "No se anotó nada así.", tr: "Böyle bir şey kaydedilmedi.")
        case .admin:
            PageTexts(
                en: "Whoever has the admin secret", ar: "من لديه سر المدير", de: "Wer das Admin-Geheimnis hat", fr: "Qui détient le secret d’administration",
                es: "Quien tiene el secreto de administración", tr: "Yönetici gizini bilen")
        case .app: PageTexts(en: "App {name}", ar: "التطبيق {name}", de: "App {name}", fr: "Application {name}", es: "Aplicación {name}", tr: "Uygulama: {name}")
        case .person: PageTexts(en: "Person {name}", ar: "الشخص {name}", de: "Person {name}", fr: "Personne {name}", es: "Persona {name}", tr: "Kişi: {name}")
        case .account:
            PageTexts(
                en: "Command by {name}", ar: "أمر من {name}", de: "Befehl von {name}", fr: "Commande par {name}", es: "Comando de {name}", tr: "Komut: {name}")
        case .operatorOnPages:
            PageTexts(
                en: "Operator {name}", ar: "المشغّل {name}", de: "Betreiber {name}", fr: "Exploitant {name}", es: "Operador {name}", tr: "İşleten: {name}")
        case .whose: PageTexts(en: "Whose", ar: "لمن", de: "Wessen", fr: "À qui", es: "De quién", tr: "Kimin")
        case .subject: PageTexts(en: "Which", ar: "أي شيء", de: "Welches", fr: "Quoi", es: "Qué", tr: "Hangisi")
        case .count: PageTexts(en: "How many", ar: "كم", de: "Wie viele", fr: "Combien", es: "Cuántos", tr: "Kaç tane")
        case .refused: PageTexts(en: "Refused", ar: "مرفوض", de: "Abgelehnt", fr: "Refusé", es: "Rechazado", tr: "Reddedildi")
        case .lines: PageTexts(en: "Lines", ar: "السطور", de: "Zeilen", fr: "Lignes", es: "Líneas", tr: "Satırlar")
        }
    }
}
