/// What the pages say to whoever runs Belfry of what comes again and of what is told to many.
public enum PlannedWord: PageWord {
    case lead, schedules, heartbeats, rotas, audiences, noSchedules, noHeartbeats, noRotas, noAudiences, everyApp, chooseApp
    case active, paused, ended, alive, missed
    case toWhom, next, last, never, byOwnClock, toldCount, tooLateCount
    case every, grace, lastBeat, due
    case onDuty, nobody, untilMoment, fromMoment, shifts
    case people, moreThan, open, openYes, openNo
    case skipNext, runNow, sendSomething, more, beginning
    case broadcastsLead, noBroadcasts, broadcastFigures, filling, underWay, completed, calledOff
    case ordered, takenIn, decided, onTheirOwn, left, goesOnOver, share, callOffQuestion, allBroadcasts

    public var texts: PageTexts {
        switch self {
        case .lead:
            PageTexts(
                en: "What comes again, who is on duty, and which lists there are.", ar: "ما يتكرر، ومن المناوب، وما القوائم الموجودة.",
                de: "Was wiederkommt, wer Dienst hat und welche Listen es gibt.", fr: "Ce qui revient, qui est de garde, et quelles listes existent.",
                es: "Qué se repite, quién está de guardia y qué listas hay.", tr: "Neyin yinelendiği, kimin nöbetçi olduğu ve hangi listelerin bulunduğu.")
        case .schedules: PageTexts(en: "Schedules", ar: "الجداول", de: "Zeitpläne", fr: "Planifications", es: "Programaciones", tr: "Zamanlamalar")
        case .heartbeats: PageTexts(en: "Heartbeats", ar: "نبضات الحياة", de: "Lebenszeichen", fr: "Signes de vie", es: "Señales de vida", tr: "Yaşam sinyalleri")
        case .rotas: PageTexts(en: "Rotas", ar: "جداول المناوبة", de: "Dienstpläne", fr: "Tours de garde", es: "Turnos de guardia", tr: "Nöbet çizelgeleri")
        case .audiences: PageTexts(en: "Audiences", ar: "القوائم", de: "Verteiler", fr: "Listes de diffusion", es: "Listas de difusión", tr: "Dağıtım listeleri")
        case .noSchedules:
            PageTexts(
                en: "No schedule is like that.", ar: "لا يوجد جدول كهذا.", de: "So einen Zeitplan gibt es nicht.", fr: "Aucune planification ne correspond.",
                es: "No hay ninguna programación así.", tr: "Böyle bir zamanlama yok.")
        case .noHeartbeats:
            PageTexts(
                en: "No heartbeat is kept.", ar: "لا توجد نبضات حياة.", de: "Es gibt kein Lebenszeichen.", fr: "Aucun signe de vie n’est attendu.",
                es: "No se espera ninguna señal de vida.", tr: "Beklenen yaşam sinyali yok.")
        case .noRotas:
            PageTexts(
                en: "There is no rota.", ar: "لا يوجد جدول مناوبة.", de: "Es gibt keinen Dienstplan.", fr: "Il n’y a aucun tour de garde.",
                es: "No hay ningún turno de guardia.", tr: "Nöbet çizelgesi yok.")
        case .noAudiences:
            PageTexts(
                en: "There is no audience.", ar: "لا توجد قوائم.", de: "Es gibt keinen Verteiler.", fr: "Il n’y a aucune liste de diffusion.",
                es: "No hay ninguna lista de difusión.", tr: "Dağıtım listesi yok.")
        case .everyApp: PageTexts(en: "Every app", ar: "كل التطبيقات", de: "Jede App", fr: "Toutes les applications", es: "Todas las aplicaciones", tr: "Bütün uygulamalar")
        case .chooseApp:
            PageTexts(
                en: "There are more. Choose an app to see all of its own.", ar: "هناك المزيد. اختر تطبيقًا لترى كل ما لديه.",
                de: "Es gibt mehr. Wähle eine App, um alle ihre zu sehen.", fr: "Il y en a d’autres. Choisissez une application pour tout voir.",
                es: "Hay más. Elige una aplicación para ver todo lo suyo.", tr: "Dahası var. Hepsini görmek için bir uygulama seçin.")
        case .active: PageTexts(en: "Active", ar: "نشط", de: "Aktiv", fr: "Active", es: "Activa", tr: "Etkin")
        case .paused: PageTexts(en: "Paused", ar: "متوقف مؤقتًا", de: "Angehalten", fr: "En pause", es: "En pausa", tr: "Duraklatıldı")
        case .ended: PageTexts(en: "Ended", ar: "انتهى", de: "Beendet", fr: "Terminée", es: "Terminada", tr: "Bitti")
        case .alive: PageTexts(en: "Alive", ar: "حي", de: "Lebt", fr: "Présent", es: "Presente", tr: "Yaşıyor")
        case .missed: PageTexts(en: "Missed", ar: "غائب", de: "Ausgeblieben", fr: "Manquant", es: "Ausente", tr: "Gelmedi")
        case .toWhom: PageTexts(en: "To", ar: "إلى", de: "An", fr: "À", es: "Para", tr: "Kime")
        case .next: PageTexts(en: "Next", ar: "التالي", de: "Als Nächstes", fr: "Prochaine fois", es: "Próxima vez", tr: "Sonraki")
        case .last: PageTexts(en: "Last told", ar: "آخر مرة", de: "Zuletzt gesagt", fr: "Dernière fois", es: "Última vez", tr: "Son söylenen")
        case .never: PageTexts(en: "never yet", ar: "لم يحدث بعد", de: "noch nie", fr: "jamais encore", es: "todavía nunca", tr: "henüz hiç")
        case .byOwnClock:
            PageTexts(
                en: "{time}, by each person’s own clock", ar: "{time} بتوقيت كل شخص", de: "{time}, nach der Uhr jeder Person", fr: "{time}, à l’heure de chacun",
                es: "{time}, según el reloj de cada persona", tr: "{time}, herkesin kendi saatiyle")
        case .toldCount: PageTexts(en: "Times told", ar: "عدد المرات", de: "Wie oft gesagt", fr: "Nombre de fois", es: "Veces avisada", tr: "Kaç kez söylendi")
        case .tooLateCount: PageTexts(en: "Too late", ar: "متأخر جدًا", de: "Zu spät", fr: "Trop tard", es: "Demasiado tarde", tr: "Geç kalan")
        case .every: PageTexts(en: "Every", ar: "كل", de: "Alle", fr: "Toutes les", es: "Cada", tr: "Aralık")
        case .grace: PageTexts(en: "May be late by", ar: "التأخر المسموح", de: "Darf sich verspäten um", fr: "Retard permis", es: "Retraso permitido", tr: "İzin verilen gecikme")
        case .lastBeat: PageTexts(en: "Last sign", ar: "آخر نبضة", de: "Letztes Zeichen", fr: "Dernier signe", es: "Última señal", tr: "Son sinyal")
        case .due: PageTexts(en: "Due", ar: "الموعد", de: "Fällig", fr: "Attendu", es: "Se espera", tr: "Beklenen")
        case .onDuty: PageTexts(en: "On duty now", ar: "المناوب الآن", de: "Hat jetzt Dienst", fr: "De garde maintenant", es: "De guardia ahora", tr: "Şu an nöbetçi")
        case .nobody: PageTexts(en: "nobody", ar: "لا أحد", de: "niemand", fr: "personne", es: "nadie", tr: "kimse")
        case .untilMoment: PageTexts(en: "{name} until {at}", ar: "{name} حتى {at}", de: "{name} bis {at}", fr: "{name} jusqu’au {at}", es: "{name} hasta el {at}", tr: "{name}, bitiş: {at}")
        case .fromMoment: PageTexts(en: "{name} from {at}", ar: "{name} من {at}", de: "{name} ab {at}", fr: "{name} à partir du {at}", es: "{name} desde el {at}", tr: "{name}, başlangıç: {at}")
        case .shifts: PageTexts(en: "Then", ar: "بعد ذلك", de: "Danach", fr: "Ensuite", es: "Después", tr: "Sonra")
        case .people: PageTexts(en: "People", ar: "الأشخاص", de: "Personen", fr: "Personnes", es: "Personas", tr: "Kişiler")
        case .moreThan: PageTexts(en: "more than {n}", ar: "أكثر من {n}", de: "mehr als {n}", fr: "plus de {n}", es: "más de {n}", tr: "{n} üzerinde")
        case .open: PageTexts(en: "Open to join", ar: "مفتوحة للانضمام", de: "Offen zum Beitreten", fr: "Inscription libre", es: "Inscripción libre", tr: "Katılıma açık")
        case .openYes: PageTexts(en: "yes", ar: "نعم", de: "ja", fr: "oui", es: "sí", tr: "evet")
        case .openNo: PageTexts(en: "no", ar: "لا", de: "nein", fr: "non", es: "no", tr: "hayır")
        case .skipNext: PageTexts(en: "Leave the next one out", ar: "تخطي المرة التالية", de: "Das nächste Mal auslassen", fr: "Sauter la prochaine fois", es: "Saltar la próxima vez", tr: "Sonrakini atla")
        case .runNow: PageTexts(en: "Tell it now", ar: "إرساله الآن", de: "Jetzt sagen", fr: "L’annoncer maintenant", es: "Avisar ahora", tr: "Şimdi söyle")
        case .sendSomething: PageTexts(en: "Send them something", ar: "إرسال شيء إليهم", de: "Ihnen etwas senden", fr: "Leur envoyer quelque chose", es: "Enviarles algo", tr: "Onlara bir şey gönder")
        case .more: PageTexts(en: "More", ar: "المزيد", de: "Weitere", fr: "Suite", es: "Más", tr: "Devamı")
        case .beginning: PageTexts(en: "From the beginning", ar: "من البداية", de: "Von vorn", fr: "Depuis le début", es: "Desde el principio", tr: "Baştan")
        case .broadcastsLead:
            PageTexts(
                en: "What is told to many at once, and how far it has come.", ar: "ما يُقال لكثيرين دفعة واحدة، وإلى أين وصل.",
                de: "Was vielen auf einmal gesagt wird und wie weit es gekommen ist.", fr: "Ce qui est annoncé à beaucoup à la fois, et où cela en est.",
                es: "Qué se dice a muchos a la vez y hasta dónde ha llegado.", tr: "Birçok kişiye birden söylenenler ve ne kadar ilerledikleri.")
        case .noBroadcasts:
            PageTexts(
                en: "Nothing was told to many yet.", ar: "لم يُقل شيء لكثيرين بعد.", de: "Noch wurde nichts an viele gesagt.", fr: "Rien n’a encore été annoncé à beaucoup.",
                es: "Todavía no se ha dicho nada a muchos.", tr: "Henüz birçok kişiye bir şey söylenmedi.")
        case .broadcastFigures: PageTexts(en: "How far it has come", ar: "إلى أين وصل", de: "Wie weit es ist", fr: "Où cela en est", es: "Hasta dónde ha llegado", tr: "Ne kadar ilerledi")
        case .filling: PageTexts(en: "Coming in", ar: "قيد الاستلام", de: "Kommt herein", fr: "En réception", es: "Entrando", tr: "Alınıyor")
        case .underWay: PageTexts(en: "Under way", ar: "قيد التنفيذ", de: "Läuft", fr: "En cours", es: "En curso", tr: "Sürüyor")
        case .completed: PageTexts(en: "Completed", ar: "اكتمل", de: "Fertig", fr: "Terminé", es: "Completado", tr: "Tamamlandı")
        case .calledOff: PageTexts(en: "Called off", ar: "أُلغي", de: "Abgesagt", fr: "Annulé", es: "Cancelado", tr: "İptal edildi")
        case .ordered: PageTexts(en: "Ordered", ar: "وقت الطلب", de: "Bestellt", fr: "Demandé", es: "Pedido", tr: "İstendi")
        case .takenIn: PageTexts(en: "Taken in", ar: "قُبل", de: "Angenommen", fr: "Acceptés", es: "Aceptados", tr: "Kabul edilen")
        case .decided: PageTexts(en: "Decided", ar: "قُرر", de: "Entschieden", fr: "Décidés", es: "Decididos", tr: "Karar verilen")
        case .onTheirOwn:
            PageTexts(
                en: "Wait or go on by themselves", ar: "تنتظر أو تمضي منفردة", de: "Warten oder laufen einzeln weiter", fr: "Attendent ou continuent seuls",
                es: "Esperan o siguen por separado", tr: "Tek başına bekleyen ya da süren")
        case .left: PageTexts(en: "Left", ar: "المتبقي", de: "Übrig", fr: "Restants", es: "Quedan", tr: "Kalan")
        case .goesOnOver: PageTexts(en: "Else over", ar: "وإلا عبر", de: "Sonst über", fr: "Sinon par", es: "Si no, por", tr: "Olmazsa")
        case .share:
            PageTexts(
                en: "{done} of {all} decided", ar: "قُرر {done} من {all}", de: "{done} von {all} entschieden", fr: "{done} décidés sur {all}",
                es: "{done} decididos de {all}", tr: "{all} içinden {done} kararlaştırıldı")
        case .callOffQuestion:
            PageTexts(
                en: "Call off what is left of it?", ar: "هل يُلغى ما تبقى منه؟", de: "Absagen, was davon noch übrig ist?", fr: "Annuler ce qu’il en reste ?",
                es: "¿Cancelar lo que queda?", tr: "Kalanı iptal edilsin mi?")
        case .allBroadcasts: PageTexts(en: "All broadcasts", ar: "كل الرسائل الجماعية", de: "Alle Rundsendungen", fr: "Toutes les diffusions", es: "Todas las difusiones", tr: "Bütün toplu gönderimler")
        }
    }
}
