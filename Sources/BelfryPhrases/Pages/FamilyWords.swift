/// What the family's page says around its alerts and scores.
public enum FamilyWord: PageWord {
    case alerts, toLookAt, onThisPage, noAlerts, firstAlerts, moreAlerts
    case members, noScores, firstMembers, moreMembers, vitality, tooLittle
    case goodNews

    public var texts: PageTexts {
        switch self {
        case .alerts: PageTexts(en: "Alerts", ar: "التنبيهات", de: "Warnungen", fr: "Alertes", es: "Alertas", tr: "Uyarılar")
        case .toLookAt:
            PageTexts(
                en: "one:1 to look at|other:{n} to look at",
                ar: "zero:لا شيء للنظر فيه|one:واحد للنظر فيه|two:اثنان للنظر فيهما|few:{n} للنظر فيها|many:{n} للنظر فيها|other:{n} للنظر فيها",
                de: "one:1 anzusehen|other:{n} anzusehen", fr: "one:{n} à regarder|many:{n} à regarder|other:{n} à regarder",
                es: "one:1 por ver|many:{n} por ver|other:{n} por ver", tr: "one:1 bakılacak|other:{n} bakılacak")
        case .onThisPage:
            PageTexts(
                en: "one:1 on this page|other:{n} on this page",
                ar: "zero:لا شيء في هذه الصفحة|one:واحد في هذه الصفحة|two:اثنان في هذه الصفحة|few:{n} في هذه الصفحة|many:{n} في هذه الصفحة|other:{n} في هذه الصفحة",
                de: "one:1 auf dieser Seite|other:{n} auf dieser Seite", fr: "one:{n} sur cette page|many:{n} sur cette page|other:{n} sur cette page",
                es: "one:1 en esta página|many:{n} en esta página|other:{n} en esta página", tr: "one:Bu sayfada 1|other:Bu sayfada {n}")
        case .firstAlerts:
            PageTexts(
                en: "First alerts", ar: "أول التنبيهات", de: "Die ersten Warnungen", fr: "Premières alertes", es: "Primeras alertas", tr: "İlk uyarılar")
        case .moreAlerts:
            PageTexts(
                en: "More alerts", ar: "مزيد من التنبيهات", de: "Weitere Warnungen", fr: "Autres alertes", es: "Más alertas", tr: "Diğer uyarılar")
        case .noAlerts:
            PageTexts(
                en: "No alerts. When somebody’s days are off their own usual for a while, it shows here.",
                ar: "لا تنبيهات. حين تخرج أيام أحدهم عن معتاده لفترة، يظهر ذلك هنا.",
                de: "Keine Warnungen. Wenn jemandes Tage eine Weile vom eigenen Üblichen abweichen, steht es hier.",
                fr: "Aucune alerte. Quand les jours de quelqu’un s’écartent un temps de son habitude, cela s’affiche ici.",
                es: "No hay alertas. Cuando los días de alguien se apartan un tiempo de lo habitual, se ve aquí.",
                tr: "Uyarı yok. Birinin günleri bir süre kendi olağanının dışına çıkarsa burada görünür.")
        case .members: PageTexts(en: "Three weeks", ar: "ثلاثة أسابيع", de: "Drei Wochen", fr: "Trois semaines", es: "Tres semanas", tr: "Üç hafta")
        case .firstMembers:
            PageTexts(
                en: "First members", ar: "أول الأفراد", de: "Die ersten Mitglieder", fr: "Premiers membres", es: "Primeros miembros", tr: "İlk üyeler")
        case .moreMembers:
            PageTexts(
                en: "More members", ar: "مزيد من الأفراد", de: "Weitere Mitglieder", fr: "Autres membres", es: "Más miembros", tr: "Diğer üyeler")
        case .noScores:
            PageTexts(
                en: "No scores. When somebody’s wearable has told of a night or a day, they show here.",
                ar: "لا درجات. حين يخبر جهاز أحدهم القابل للارتداء بليلة أو يوم، تظهر هنا.",
                de: "Keine Werte. Sobald jemandes Wearable von einer Nacht oder einem Tag erzählt hat, stehen sie hier.",
                fr: "Aucun score. Dès que le bracelet de quelqu’un a parlé d’une nuit ou d’un jour, ils s’affichent ici.",
                es: "No hay puntuaciones. Cuando la pulsera de alguien cuente una noche o un día, se verán aquí.",
                tr: "Puan yok. Birinin giyilebilir cihazı bir geceyi ya da günü bildirince burada görünür.")
        case .vitality:
            PageTexts(
                en: "Vitality {score} of 100 on {day}", ar: "الحيوية {score} من 100 في {day}", de: "Vitalität {score} von 100 am {day}",
                fr: "Vitalité {score} sur 100 le {day}", es: "Vitalidad {score} sobre 100 el {day}", tr: "{day} günü canlılık 100 üzerinden {score}")
        case .tooLittle:
            PageTexts(
                en: "Too little is known.", ar: "المعلوم قليل جدًا.", de: "Zu wenig ist bekannt.", fr: "On en sait trop peu.", es: "Se sabe demasiado poco.",
                tr: "Bilinen çok az.")
        case .goodNews: PageTexts(en: "Good news", ar: "خبر سار", de: "Gute Nachricht", fr: "Bonne nouvelle", es: "Buena noticia", tr: "İyi haber")
        }
    }
}

/// What an alert says around its figures, on its card and on its own page.
public enum AlertWord: PageWord {
    case watch, attention, critical
    case dayAndLevel, usual
    case isUp, isDown, isLow, isSilent
    case goingOn, overUsual, overStale, overSourceChanged, overNewNormal, overHeardAgain, overSilent, withdrawn
    case snooze, days, snoozeFor, undo, dismiss, keep, dismissQuestion, dismissEffect
    case snoozedThrough, dismissedOn, feedDownSince
    case doneSnooze, doneDismiss, doneRestore
    case why, episode, band, lastDays, drawingDays, drawingDay, drawingUsual, drawingBand, drawingEpisode, table, day, value
    case told, nobodyTold, about, toWhom, notDecided, lastError, attempts, decidedFrom, noInputs

    public var texts: PageTexts {
        switch self {
        case .watch: PageTexts(en: "Watch", ar: "مراقبة", de: "Beobachten", fr: "À suivre", es: "Observar", tr: "İzle")
        case .attention: PageTexts(en: "Attention", ar: "انتباه", de: "Achtung", fr: "Attention", es: "Atención", tr: "Dikkat")
        case .critical: PageTexts(en: "Critical", ar: "حرج", de: "Kritisch", fr: "Critique", es: "Crítico", tr: "Kritik")
        case .dayAndLevel:
            PageTexts(
                en: "Day {day} · level {level}", ar: "اليوم {day} · المستوى {level}", de: "Tag {day} · Stufe {level}", fr: "Jour {day} · niveau {level}",
                es: "Día {day} · nivel {level}", tr: "{day}. gün · düzey {level}")
        case .usual: PageTexts(en: "usual {value}", ar: "المعتاد {value}", de: "üblich {value}", fr: "habituel {value}", es: "habitual {value}", tr: "olağan {value}")
        case .isUp: PageTexts(en: "{metric} up", ar: "{metric}: ارتفاع", de: "{metric}: höher", fr: "{metric} : en hausse", es: "{metric}: al alza", tr: "{metric}: yükseldi")
        case .isDown:
            PageTexts(en: "{metric} down", ar: "{metric}: انخفاض", de: "{metric}: niedriger", fr: "{metric} : en baisse", es: "{metric}: a la baja", tr: "{metric}: düştü")
        case .isLow:
            PageTexts(
                en: "{metric} low", ar: "{metric}: مستوى منخفض", de: "{metric}: niedrig", fr: "{metric} : niveau bas", es: "{metric}: nivel bajo",
                tr: "{metric}: düşük")
        case .isSilent:
            PageTexts(
                en: "Nothing comes from the wearable", ar: "لا بيانات من الجهاز", de: "Vom Gerät kommt nichts", fr: "Aucune donnée de l’appareil",
                es: "Sin datos del dispositivo", tr: "Cihazdan veri gelmiyor")
        case .goingOn:
            PageTexts(
                en: "Going on since {day}", ar: "مستمر منذ {day}", de: "Seit dem {day}", fr: "En cours depuis le {day}", es: "Sigue desde el {day}",
                tr: "{day} gününden beri sürüyor")
        case .overUsual:
            PageTexts(
                en: "Over: back to the usual", ar: "انتهى: عاد إلى المعتاد", de: "Vorbei: wieder wie üblich", fr: "Terminée : retour à l’habitude",
                es: "Terminó: vuelve a lo habitual", tr: "Bitti: olağana döndü")
        case .overStale:
            PageTexts(
                en: "Over: no data for a week", ar: "انتهى: لا بيانات منذ أسبوع", de: "Vorbei: seit einer Woche keine Daten",
                fr: "Terminée : aucune donnée depuis une semaine", es: "Terminó: sin datos desde hace una semana", tr: "Bitti: bir haftadır veri yok")
        case .overSourceChanged:
            PageTexts(
                en: "Over: the data now come from another wearable", ar: "انتهى: البيانات الآن من جهاز آخر",
                de: "Vorbei: Die Daten kommen jetzt von einem anderen Gerät", fr: "Terminée : les données viennent maintenant d’un autre appareil",
                es: "Terminó: ahora los datos vienen de otro dispositivo", tr: "Bitti: veriler artık başka bir cihazdan geliyor")
        case .overNewNormal:
            PageTexts(
                en: "Over: it has become the usual", ar: "انتهى: صار هو المعتاد", de: "Vorbei: Es ist das Übliche geworden", fr: "Terminée : c’est devenu l’habitude",
                es: "Terminó: ya es lo habitual", tr: "Bitti: artık olağan bu")
        case .overHeardAgain:
            PageTexts(
                en: "Over: values come again", ar: "انتهى: عادت البيانات تصل", de: "Vorbei: Es kommen wieder Werte",
                fr: "Terminée : des données arrivent à nouveau", es: "Terminó: vuelven a llegar datos", tr: "Bitti: yeniden veri geliyor")
        case .overSilent:
            PageTexts(
                en: "Over: no values for eight weeks", ar: "انتهى: لا بيانات منذ ثمانية أسابيع", de: "Vorbei: seit acht Wochen keine Werte",
                fr: "Terminée : aucune donnée depuis huit semaines", es: "Terminó: sin datos desde hace ocho semanas", tr: "Bitti: sekiz haftadır veri yok")
        case .withdrawn:
            PageTexts(
                en: "Withdrawn: corrected data show that it never was", ar: "سُحب: تُظهر البيانات المصححة أنه لم يكن",
                de: "Zurückgenommen: Berichtigte Daten zeigen, dass es nie so war", fr: "Retirée : les données corrigées montrent que cela n’a jamais été",
                es: "Retirada: los datos corregidos muestran que nunca fue así", tr: "Geri alındı: düzeltilmiş veriler hiç olmadığını gösteriyor")
        case .snooze: PageTexts(en: "Snooze", ar: "تأجيل", de: "Schlummern", fr: "Mettre en veille", es: "Posponer", tr: "Ertele")
        case .days:
            PageTexts(
                en: "one:1 day|other:{n} days", ar: "zero:لا أيام|one:يوم واحد|two:يومان|few:{n} أيام|many:{n} يومًا|other:{n} يوم",
                de: "one:1 Tag|other:{n} Tage", fr: "one:{n} jour|many:{n} de jours|other:{n} jours", es: "one:1 día|many:{n} de días|other:{n} días",
                tr: "one:1 gün|other:{n} gün")
        case .snoozeFor:
            PageTexts(
                en: "{days}: snooze, {name}", ar: "{days}: تأجيل، {name}", de: "{days}: schlummern, {name}", fr: "{days} : mettre en veille, {name}",
                es: "{days}: posponer, {name}", tr: "{days}: ertele, {name}")
        case .undo: PageTexts(en: "Undo", ar: "تراجع", de: "Rückgängig", fr: "Annuler", es: "Deshacer", tr: "Geri al")
        case .dismiss: PageTexts(en: "Dismiss", ar: "صرف النظر", de: "Verwerfen", fr: "Écarter", es: "Descartar", tr: "Kapat")
        case .keep: PageTexts(en: "Keep it", ar: "إبقاء", de: "Behalten", fr: "Garder", es: "Conservar", tr: "Kalsın")
        case .dismissQuestion:
            PageTexts(
                en: "Dismiss this alert?", ar: "صرف النظر عن هذا التنبيه؟", de: "Diese Warnung verwerfen?", fr: "Écarter cette alerte ?", es: "¿Descartar esta alerta?",
                tr: "Bu uyarı kapatılsın mı?")
        case .dismissEffect:
            PageTexts(
                en: "It will be hidden for good, and nobody in the family will be told of it again. You can take that back with Undo.",
                ar: "سيُخفى نهائيًا، ولن يُخبَر به أحد في العائلة مرة أخرى. يمكنك التراجع عن ذلك بزر «تراجع».",
                de: "Sie wird dauerhaft verborgen, und niemand in der Familie hört noch einmal davon. Mit „Rückgängig“ nimmst du das zurück.",
                fr: "Elle sera masquée pour de bon, et plus personne dans la famille n’en sera prévenu. « Annuler » permet de revenir en arrière.",
                es: "Se ocultará para siempre y nadie de la familia recibirá más avisos sobre ella. Puedes volver atrás con «Deshacer».",
                tr: "Temelli gizlenir ve ailede kimseye bir daha haber verilmez. “Geri al” ile bundan dönebilirsiniz.")
        case .snoozedThrough:
            PageTexts(
                en: "Snoozed through {day}", ar: "مؤجل حتى نهاية {day}", de: "Schlummert bis einschließlich {day}", fr: "En veille jusqu’au {day} inclus",
                es: "Pospuesta hasta el {day} inclusive", tr: "{day} günü sonuna kadar ertelendi")
        case .dismissedOn:
            PageTexts(
                en: "Dismissed on {day}", ar: "صُرف النظر عنه في {day}", de: "Verworfen am {day}", fr: "Écartée le {day}", es: "Descartada el {day}",
                tr: "{day} günü kapatıldı")
        case .feedDownSince:
            PageTexts(
                en: "Nobody is told for now: nothing has come from many wearables since {day}, so the service that passes days on is down",
                ar: "لا يُخبَر أحد الآن: لم يصل شيء من أجهزة كثيرة منذ {day}، فالعطل في الخدمة التي تنقل بياناتها",
                de: "Vorerst erfährt es niemand: von vielen Wearables kam seit dem {day} nichts, also ist der Dienst gestört, der ihre Tage weitergibt",
                fr: "Personne n’est prévenu pour l’instant : rien n’arrive de nombreux appareils depuis le {day}, le service qui transmet leurs données est donc en panne",
                es: "De momento no se avisa a nadie: desde el {day} no llega nada de muchos dispositivos, así que falla el servicio que transmite los datos",
                tr: "Şimdilik kimseye haber verilmiyor: {day} gününden beri birçok cihazdan veri gelmiyor; sorun verileri ileten hizmette")
        case .doneSnooze: PageTexts(en: "Snoozed.", ar: "تم التأجيل.", de: "Schlummert.", fr: "Mise en veille.", es: "Pospuesta.", tr: "Ertelendi.")
        case .doneDismiss: PageTexts(en: "Dismissed.", ar: "تم صرف النظر.", de: "Verworfen.", fr: "Écartée.", es: "Descartada.", tr: "Kapatıldı.")
        case .doneRestore: PageTexts(en: "Undone.", ar: "تم التراجع.", de: "Rückgängig gemacht.", fr: "Annulé.", es: "Deshecho.", tr: "Geri alındı.")
        case .why: PageTexts(en: "Why", ar: "السبب", de: "Warum", fr: "Pourquoi", es: "Por qué", tr: "Neden")
        case .episode: PageTexts(en: "Episode", ar: "الفترة", de: "Episode", fr: "Épisode", es: "Episodio", tr: "Dönem")
        case .band:
            PageTexts(
                en: "8 of 10 usual days: {low} to {high}", ar: "8 من كل 10 أيام معتادة: من {low} إلى {high}", de: "8 von 10 üblichen Tagen: {low} bis {high}",
                fr: "8 jours habituels sur 10 : de {low} à {high}", es: "8 de cada 10 días habituales: de {low} a {high}",
                tr: "Olağan 10 günün 8’i: {low} – {high}")
        case .lastDays:
            PageTexts(
                en: "one:The last day|other:The last {n} days",
                ar: "zero:لا أيام|one:اليوم الأخير|two:اليومان الأخيران|few:آخر {n} أيام|many:آخر {n} يومًا|other:آخر {n} يوم",
                de: "one:Der letzte Tag|other:Die letzten {n} Tage", fr: "one:Le dernier jour|many:Les {n} derniers jours|other:Les {n} derniers jours",
                es: "one:El último día|many:Los últimos {n} días|other:Los últimos {n} días", tr: "one:Son gün|other:Son {n} gün")
        case .drawingDays:
            PageTexts(
                en: "{name}, {n} days: lowest {low}, highest {high}, last {last}.", ar: "{name}، عدد الأيام {n}: الأدنى {low}، الأعلى {high}، الأخير {last}.",
                de: "{name}, {n} Tage: am niedrigsten {low}, am höchsten {high}, zuletzt {last}.",
                fr: "{name}, {n} jours : au plus bas {low}, au plus haut {high}, dernier {last}.",
                es: "{name}, {n} días: el más bajo {low}, el más alto {high}, el último {last}.",
                tr: "{name}, {n} gün: en düşük {low}, en yüksek {high}, son {last}.")
        case .drawingDay:
            PageTexts(en: "{value} on {day}", ar: "{value} في {day}", de: "{value} am {day}", fr: "{value} le {day}", es: "{value} el {day}", tr: "{day}: {value}")
        case .drawingUsual:
            PageTexts(
                en: "The dashed line is the usual, {value}.", ar: "الخط المتقطع هو المعتاد، {value}.", de: "Die gestrichelte Linie ist das Übliche, {value}.",
                fr: "La ligne en tirets est l’habitude, {value}.", es: "La línea discontinua es lo habitual, {value}.", tr: "Kesikli çizgi olağandır, {value}.")
        case .drawingBand:
            PageTexts(
                en: "The dotted band holds eight of ten usual days, {low} to {high}.", ar: "النطاق المنقط يضم ثمانية من كل عشرة أيام معتادة، من {low} إلى {high}.",
                de: "Das gepunktete Band umfasst acht von zehn üblichen Tagen, {low} bis {high}.",
                fr: "La bande pointillée contient huit jours habituels sur dix, de {low} à {high}.",
                es: "La banda punteada contiene ocho de cada diez días habituales, de {low} a {high}.",
                tr: "Noktalı bant olağan on günün sekizini kapsar, {low} – {high}.")
        case .drawingEpisode:
            PageTexts(
                en: "The hatched part is the episode, {from} to {to}.", ar: "الجزء المخطط هو الفترة، من {from} إلى {to}.",
                de: "Der schraffierte Teil ist die Episode, {from} bis {to}.", fr: "La partie hachurée est l’épisode, du {from} au {to}.",
                es: "La parte rayada es el episodio, del {from} al {to}.", tr: "Taralı bölüm dönemdir, {from} – {to}.")
        case .table:
            PageTexts(
                en: "The days as a table", ar: "الأيام في جدول", de: "Die Tage als Tabelle", fr: "Les jours en tableau", es: "Los días en una tabla",
                tr: "Günler tablo olarak")
        case .day: PageTexts(en: "Day", ar: "اليوم", de: "Tag", fr: "Jour", es: "Día", tr: "Gün")
        case .value: PageTexts(en: "Value", ar: "القيمة", de: "Wert", fr: "Valeur", es: "Valor", tr: "Değer")
        case .told: PageTexts(en: "Who was told", ar: "من أُخبِر", de: "Wer es erfuhr", fr: "Qui a été prévenu", es: "A quién se avisó", tr: "Kime haber verildi")
        case .nobodyTold:
            PageTexts(
                en: "Nobody was told of it so far.", ar: "لم يُخبَر به أحد حتى الآن.", de: "Bisher hat niemand davon erfahren.",
                fr: "Personne n’en a été prévenu jusqu’ici.", es: "Hasta ahora no se ha avisado a nadie.", tr: "Şimdiye dek kimseye haber verilmedi.")
        case .about: PageTexts(en: "about {name}", ar: "عن {name}", de: "über {name}", fr: "concernant {name}", es: "sobre {name}", tr: "{name} hakkında")
        case .toWhom: PageTexts(en: "To {name}", ar: "إلى {name}", de: "An {name}", fr: "À {name}", es: "A {name}", tr: "Alıcı: {name}")
        case .notDecided:
            PageTexts(
                en: "Not decided yet.", ar: "لم يُتخذ قرار بعد.", de: "Noch nicht entschieden.", fr: "Pas encore décidé.", es: "Aún sin decidir.",
                tr: "Henüz karar verilmedi.")
        case .lastError: PageTexts(en: "Last error:", ar: "آخر خطأ:", de: "Letzter Fehler:", fr: "Dernière erreur :", es: "Último error:", tr: "Son hata:")
        case .attempts:
            PageTexts(
                en: "Attempts: {n}", ar: "المحاولات: {n}", de: "Versuche: {n}", fr: "Essais : {n}", es: "Intentos: {n}", tr: "Deneme sayısı: {n}")
        case .decidedFrom: PageTexts(en: "Decided from", ar: "القرار مبني على", de: "Entschieden aus", fr: "Décidé à partir de", es: "Decidido a partir de", tr: "Karara esas")
        case .noInputs:
            PageTexts(
                en: "No inputs were recorded.", ar: "لم تُسجَّل أي مدخلات.", de: "Es wurden keine Angaben festgehalten.", fr: "Aucune donnée n’a été notée.",
                es: "No se anotó ningún dato.", tr: "Hiçbir girdi kaydedilmedi.")
        }
    }
}
