/// What the settings say of a person's calendar, and the calendar itself where it is to say nothing.
public enum CalendarWord: PageWord {
    case title, lead, none, made, shownOnce, open, detail, busy, titles, full, make, renew, remove, removed, busyTitle

    public var texts: PageTexts {
        switch self {
        case .title: PageTexts(en: "Calendar", ar: "التقويم", de: "Kalender", fr: "Calendrier", es: "Calendario", tr: "Takvim")
        case .lead:
            PageTexts(
                en: "Your own reminders, bills, the pantry and what is ordered for later, in a calendar of yours. Nothing of anybody’s health is in it. Whoever has the link reads it.",
                ar: "تذكيراتك الخاصة والفواتير والمؤن وما طُلب لوقت لاحق، في تقويم لك. لا شيء فيه عن صحة أحد. كل من لديه الرابط يقرؤه.",
                de: "Deine Erinnerungen, Rechnungen, Vorräte und was für später bestellt ist, in einem Kalender von dir. Von niemandes Gesundheit steht etwas darin. Wer den Link hat, liest ihn.",
                fr: "Vos rappels, les factures, le garde-manger et ce qui est prévu pour plus tard, dans un de vos calendriers. Rien n’y figure sur la santé de quiconque. Qui a le lien le lit.",
                es: "Tus recordatorios, las facturas, la despensa y lo previsto para más tarde, en un calendario tuyo. No hay nada de la salud de nadie. Quien tiene el enlace lo lee.",
                tr: "Hatırlatmalarınız, faturalar, kiler ve ileri bir zaman için verilenler, bir takviminizde. Kimsenin sağlığıyla ilgili bir şey içinde yoktur. Bağlantıyı bilen okur.")
        case .none: PageTexts(en: "There is no link.", ar: "لا يوجد رابط.", de: "Es gibt keinen Link.", fr: "Il n’y a pas de lien.", es: "No hay ningún enlace.", tr: "Bağlantı yok.")
        case .made:
            PageTexts(
                en: "There is a link, made on {moment}.", ar: "يوجد رابط أُنشئ في {moment}.", de: "Es gibt einen Link, gemacht am {moment}.", fr: "Il y a un lien, créé le {moment}.",
                es: "Hay un enlace, hecho el {moment}.", tr: "Bir bağlantı var, oluşturulduğu an: {moment}.")
        case .shownOnce:
            PageTexts(
                en: "This is the link. It is shown this once: put it into your calendar now.", ar: "هذا هو الرابط. يظهر هذه المرة فقط: أضفه إلى تقويمك الآن.",
                de: "Das ist der Link. Er steht nur dieses eine Mal hier: Trag ihn jetzt in deinen Kalender ein.",
                fr: "Voici le lien. Il n’est affiché que cette fois : mettez-le maintenant dans votre calendrier.",
                es: "Este es el enlace. Solo se muestra esta vez: ponlo ahora en tu calendario.", tr: "Bağlantı bu. Yalnızca bu kez gösterilir: şimdi takviminize ekleyin.")
        case .open: PageTexts(en: "Open in a calendar", ar: "فتح في تقويم", de: "In einem Kalender öffnen", fr: "Ouvrir dans un calendrier", es: "Abrir en un calendario", tr: "Bir takvimde aç")
        case .detail: PageTexts(en: "It shows", ar: "يُظهر", de: "Er zeigt", fr: "Il montre", es: "Muestra", tr: "Gösterilen")
        case .busy: PageTexts(en: "when something is, and not what", ar: "متى يكون شيء ما، لا ما هو", de: "wann etwas ist, nicht was", fr: "quand, et pas quoi", es: "cuándo hay algo, no qué", tr: "ne zaman, ne olduğu değil")
        case .titles: PageTexts(en: "titles", ar: "العناوين", de: "Titel", fr: "les titres", es: "los títulos", tr: "başlıklar")
        case .full: PageTexts(en: "titles and texts", ar: "العناوين والنصوص", de: "Titel und Texte", fr: "les titres et les textes", es: "los títulos y los textos", tr: "başlıklar ve metinler")
        case .make: PageTexts(en: "Make a link", ar: "إنشاء رابط", de: "Link machen", fr: "Créer un lien", es: "Hacer un enlace", tr: "Bağlantı oluştur")
        case .renew: PageTexts(en: "Make another link", ar: "إنشاء رابط آخر", de: "Anderen Link machen", fr: "Créer un autre lien", es: "Hacer otro enlace", tr: "Başka bağlantı oluştur")
        case .remove: PageTexts(en: "Remove the link", ar: "إزالة الرابط", de: "Link entfernen", fr: "Retirer le lien", es: "Quitar el enlace", tr: "Bağlantıyı kaldır")
        case .removed: PageTexts(en: "The link opens nothing any more.", ar: "لم يعد الرابط يفتح شيئًا.", de: "Der Link öffnet nichts mehr.", fr: "Le lien n’ouvre plus rien.", es: "El enlace ya no abre nada.", tr: "Bağlantı artık bir şey açmıyor.")
        case .busyTitle: PageTexts(en: "Reminder", ar: "تذكير", de: "Erinnerung", fr: "Rappel", es: "Recordatorio", tr: "Hatırlatma")
        }
    }
}
