/// What the settings say around their fields.
public enum SettingsWord: PageWord {
    case lead, save, saved, savedElsewhere, restUnsaved, switchedOn, switchedOff
    case preview, previewHint, nothingChanges, added, moved, silenced, addedCount, movedCount, silencedCount, andMore
    case channels, inApp, push, email, championEmail, messages, dailyMax, dailyMaxHint, digestAt, digestHint, digestEnds
    case categories, categoriesHint, categoryOff, categoryOn, categoryRequired
    case quietHours, quietHint, nights, nightsHint, withoutNight, from, until, level, levelNone, levelCritical, levelAll, action, skip, hold
    case placeAndLanguage, timezone, otherTimezone, otherTimezoneHint, language, asBrowser
    case reminders, reminderTime, adaptive, adaptiveHint
    case bills, on, time, onDueDate, dayBefore
    case study
    case prayer, placeName, latitude, longitude, method, days
    case badTime, halfQuietHours, badZone, badPlace, longPlace, badDays, badDailyMax

    public var texts: PageTexts {
        switch self {
        case .lead:
            PageTexts(
                en: "What you are told, when, and in which words. See what a change would do before you save it.",
                ar: "ما الذي تُخبَر به ومتى وبأي كلمات. اطّلع على أثر أي تغيير قبل حفظه.",
                de: "Was du erfährst, wann und in welchen Worten. Sieh dir an, was eine Änderung bewirkt, bevor du sie speicherst.",
                fr: "Ce qui vous est dit, quand et avec quels mots. Voyez l’effet d’un changement avant de l’enregistrer.",
                es: "Qué se te dice, cuándo y con qué palabras. Mira qué haría un cambio antes de guardarlo.",
                tr: "Size ne, ne zaman ve hangi sözlerle söyleniyor. Bir değişikliğin etkisini kaydetmeden önce görün.")
        case .save: PageTexts(en: "Save", ar: "حفظ", de: "Speichern", fr: "Enregistrer", es: "Guardar", tr: "Kaydet")
        case .saved: PageTexts(en: "Saved.", ar: "تم الحفظ.", de: "Gespeichert.", fr: "Enregistré.", es: "Guardado.", tr: "Kaydedildi.")
        case .savedElsewhere:
            PageTexts(
                en: "Something was changed elsewhere meanwhile, so nothing was saved. Look again and save.",
                ar: "تغيّر شيء في مكان آخر في هذه الأثناء، فلم يُحفظ شيء. راجع مرة أخرى واحفظ.",
                de: "Inzwischen wurde woanders etwas geändert, deshalb wurde nichts gespeichert. Sieh noch einmal hin und speichere.",
                fr: "Quelque chose a changé ailleurs entre-temps, rien n’a donc été enregistré. Vérifiez et enregistrez.",
                es: "Mientras tanto algo cambió en otro lugar, así que no se guardó nada. Revísalo y guarda.",
                tr: "Bu arada başka yerde bir şey değiştirildi, bu yüzden hiçbir şey kaydedilmedi. Yeniden bakıp kaydedin.")
        case .restUnsaved:
            PageTexts(
                en: "Done. What you changed below isn’t saved yet.", ar: "تم. ما غيّرته أدناه لم يُحفظ بعد.",
                de: "Erledigt. Was du unten geändert hast, ist noch nicht gespeichert.",
                fr: "C’est fait. Ce que vous avez modifié plus bas n’est pas encore enregistré.", es: "Hecho. Lo que has cambiado abajo aún no se ha guardado.",
                tr: "Tamam. Aşağıda değiştirdikleriniz henüz kaydedilmedi.")
        case .switchedOn:
            PageTexts(
                en: "Switched on: {name}.", ar: "تم تفعيل: {name}.", de: "Eingeschaltet: {name}.", fr: "Activé : {name}.", es: "Activado: {name}.",
                tr: "Açıldı: {name}.")
        case .switchedOff:
            PageTexts(
                en: "Switched off: {name}.", ar: "تم إيقاف: {name}.", de: "Ausgeschaltet: {name}.", fr: "Désactivé : {name}.", es: "Desactivado: {name}.",
                tr: "Kapatıldı: {name}.")
        case .preview:
            PageTexts(
                en: "The next 14 days", ar: "الأيام الـ14 القادمة", de: "Die nächsten 14 Tage", fr: "Les 14 prochains jours", es: "Los próximos 14 días",
                tr: "Önümüzdeki 14 gün")
        case .previewHint:
            PageTexts(
                en: "Show what would change", ar: "أظهر ما سيتغير", de: "Zeigen, was sich ändert", fr: "Montrer ce qui changerait", es: "Mostrar qué cambiaría",
                tr: "Ne değişeceğini göster")
        case .nothingChanges:
            PageTexts(
                en: "With this, nothing that is planned changes.", ar: "بهذا لا يتغير شيء مما هو مخطط.", de: "Damit ändert sich nichts von dem, was geplant ist.",
                fr: "Ainsi, rien de prévu ne change.", es: "Con esto no cambia nada de lo previsto.", tr: "Böylece planlananlardan hiçbiri değişmez.")
        case .added: PageTexts(en: "Added", ar: "يُضاف", de: "Dazu", fr: "Ajouté", es: "Se añade", tr: "Eklenir")
        case .moved: PageTexts(en: "Moved", ar: "يُنقل", de: "Verschoben", fr: "Déplacé", es: "Se mueve", tr: "Kayar")
        case .silenced: PageTexts(en: "Silenced", ar: "يُسكت", de: "Verstummt", fr: "Mis en silence", es: "Se silencia", tr: "Susar")
        case .addedCount:
            PageTexts(
                en: "one:1 added|other:{n} added", ar: "zero:لا إضافة|one:إضافة واحدة|two:إضافتان|few:{n} إضافات|many:{n} إضافة|other:{n} إضافة",
                de: "one:1 kommt dazu|other:{n} kommen dazu", fr: "one:{n} ajouté|many:{n} ajoutés|other:{n} ajoutés",
                es: "one:1 se añade|many:{n} se añaden|other:{n} se añaden", tr: "one:1 eklenir|other:{n} eklenir")
        case .movedCount:
            PageTexts(
                en: "one:1 moved|other:{n} moved", ar: "zero:لا نقل|one:عملية نقل واحدة|two:عمليتا نقل|few:{n} عمليات نقل|many:{n} عملية نقل|other:{n} عملية نقل",
                de: "one:1 verschiebt sich|other:{n} verschieben sich", fr: "one:{n} déplacé|many:{n} déplacés|other:{n} déplacés",
                es: "one:1 se mueve|many:{n} se mueven|other:{n} se mueven", tr: "one:1 kayar|other:{n} kayar")
        case .silencedCount:
            PageTexts(
                en: "one:1 silenced|other:{n} silenced", ar: "zero:لا إسكات|one:عملية إسكات واحدة|two:عمليتا إسكات|few:{n} عمليات إسكات|many:{n} عملية إسكات|other:{n} عملية إسكات",
                de: "one:1 verstummt|other:{n} verstummen", fr: "one:{n} mis en silence|many:{n} mis en silence|other:{n} mis en silence",
                es: "one:1 se silencia|many:{n} se silencian|other:{n} se silencian", tr: "one:1 susar|other:{n} susar")
        case .andMore:
            PageTexts(
                en: "one:and 1 more|other:and {n} more", ar: "zero:ولا مزيد|one:وواحد آخر|two:واثنان آخران|few:و{n} أخرى|many:و{n} أخرى|other:و{n} أخرى",
                de: "one:und 1 weitere|other:und {n} weitere", fr: "one:et {n} autre|many:et {n} autres|other:et {n} autres",
                es: "one:y 1 más|many:y {n} más|other:y {n} más", tr: "one:ve 1 tane daha|other:ve {n} tane daha")
        case .channels: PageTexts(en: "Channels", ar: "القنوات", de: "Wege", fr: "Canaux", es: "Canales", tr: "Kanallar")
        case .inApp: PageTexts(en: "In the inbox", ar: "في صندوق الوارد", de: "Im Posteingang", fr: "Dans la boîte de réception", es: "En la bandeja", tr: "Gelen kutusunda")
        case .push:
            PageTexts(
                en: "On my devices, by WhatsApp, ntfy, Telegram and in chat rooms", ar: "على أجهزتي وعبر واتساب وntfy وتيليجرام وفي غرف المحادثة",
                de: "Auf meinen Geräten, über WhatsApp, ntfy, Telegram und in Chaträumen",
                fr: "Sur mes appareils, par WhatsApp, ntfy, Telegram et dans les salons de discussion",
                es: "En mis dispositivos, por WhatsApp, ntfy, Telegram y en salas de chat",
                tr: "Cihazlarımda, WhatsApp, ntfy, Telegram ve sohbet odalarında")
        case .email: PageTexts(en: "By e-mail", ar: "بالبريد الإلكتروني", de: "Per E-Mail", fr: "Par e-mail", es: "Por correo electrónico", tr: "E-posta ile")
        case .championEmail:
            PageTexts(
                en: "By e-mail to my champion", ar: "بالبريد الإلكتروني إلى داعمي", de: "Per E-Mail an meine Vertrauensperson", fr: "Par e-mail à ma personne de confiance",
                es: "Por correo a mi persona de confianza", tr: "Destekçime e-posta ile")
        case .messages:
            PageTexts(
                en: "By text message, to me and my champion, and by call to me", ar: "برسالة نصية إليّ وإلى داعمي، وبمكالمة هاتفية إليّ",
                de: "Per SMS, an mich und meine Vertrauensperson, und per Anruf an mich",
                fr: "Par SMS, à moi et à ma personne de confiance, et par appel à moi", es: "Por SMS, a mí y a mi persona de confianza, y por llamada a mí",
                tr: "SMS ile, bana ve destekçime; telefonla, bana")
        case .dailyMax:
            PageTexts(
                en: "Notifications a day at most", ar: "الحد الأقصى للإشعارات يوميًا", de: "Höchstens so viele Nachrichten am Tag",
                fr: "Notifications par jour au plus", es: "Avisos al día como máximo", tr: "Günde en fazla bildirim")
        case .dailyMaxHint:
            PageTexts(
                en: "Leave it empty for no limit. What is critical always comes, and the inbox doesn’t count.",
                ar: "اتركه فارغًا إن لم ترغب في حد. الحرج يصل دائمًا، وصندوق الوارد لا يُحتسب.",
                de: "Lass es leer, wenn es keine Grenze geben soll. Kritisches kommt immer, und der Posteingang zählt nicht mit.",
                fr: "Laissez vide pour ne pas avoir de limite. Ce qui est critique arrive toujours, et la boîte de réception ne compte pas.",
                es: "Déjalo vacío para no tener límite. Lo crítico llega siempre, y la bandeja no cuenta.",
                tr: "Sınır olmasın istiyorsanız boş bırakın. Kritik olanlar her zaman gelir, gelen kutusu sayılmaz.")
        case .digestAt:
            PageTexts(
                en: "Once a day, as one, at", ar: "مجموعًا مرة في اليوم، عند", de: "Einmal am Tag gesammelt, um", fr: "Une fois par jour, regroupé, à",
                es: "Una vez al día, todo junto, a las", tr: "Günde bir kez, topluca, saat")
        case .digestEnds:
            PageTexts(
                en: "What came once a day, as one, comes at once", ar: "ما كان يصل مجموعًا مرة في اليوم يصل فورًا", de: "Was einmal am Tag gesammelt kam, kommt sofort",
                fr: "Ce qui venait une fois par jour, regroupé, arrive aussitôt", es: "Lo que llegaba una vez al día, todo junto, llega al momento",
                tr: "Günde bir kez topluca gelenler hemen gelir")
        case .digestHint:
            PageTexts(
                en: "Leave it empty to be told at once. What is critical, or can’t wait, comes at once all the same, and so does the inbox; what your devices plan keeps its time.",
                ar: "اتركه فارغًا ليصلك كل شيء فورًا. الحرج وما لا يحتمل الانتظار يصل فورًا على كل حال، وكذلك صندوق الوارد؛ وما تخطط له أجهزتك يبقى في وقته.",
                de: "Lass es leer, wenn alles sofort kommen soll. Kritisches und was nicht warten kann kommt trotzdem sofort, auch im Posteingang; was deine Geräte planen, behält seine Zeit.",
                fr: "Laissez vide pour être prévenu aussitôt. Ce qui est critique ou ne peut attendre arrive quand même aussitôt, comme dans la boîte de réception ; ce que vos appareils prévoient garde son heure.",
                es: "Déjalo vacío para recibirlo todo al momento. Lo crítico y lo que no puede esperar llega al momento igualmente, como en la bandeja; lo que planifican tus dispositivos conserva su hora.",
                tr: "Hemen haber almak için boş bırakın. Kritik olanlar ve bekleyemeyenler yine hemen gelir, gelen kutusundakiler de; cihazlarınızın planladıkları saatini korur.")
        case .categories:
            PageTexts(
                en: "Kinds of notifications", ar: "أنواع الإشعارات", de: "Arten von Benachrichtigungen", fr: "Types de notifications", es: "Tipos de notificaciones",
                tr: "Bildirim türleri")
        case .categoriesHint:
            PageTexts(
                en: "What you are told of, and over what. What is off isn’t told there any more, nor anywhere what is muted, not even when it is critical.",
                ar: "ما تُخبَر به وعبر أي قناة. ما تُوقفه لن تُخبَر به هناك بعد الآن، وما تكتمه لن تُخبَر به في أي مكان، حتى لو كان حرجًا.",
                de: "Was du erfährst, und auf welchem Weg. Was aus ist, erfährst du dort nicht mehr, und was stumm ist, nirgends, auch wenn es kritisch ist.",
                fr: "Ce qui vous est dit, et par où. Ce qui est désactivé ne vous y est plus dit, ni ce qui est en sourdine nulle part, même si c’est critique.",
                es: "Lo que se te dice y por qué canal. Lo que está apagado ya no se te dice ahí, y lo silenciado en ningún sitio, ni siquiera si es crítico.",
                tr: "Size söylenenler ve hangi kanaldan söylendikleri. Kapalı olan artık orada, susturulan ise hiçbir yerde söylenmez, kritik olsa bile.")
        case .categoryOff:
            PageTexts(
                en: "{name} ({channel}): not told from now on.", ar: "{name} ({channel}): لن تُخبَر به من الآن.", de: "{name} ({channel}): ab jetzt nicht mehr.",
                fr: "{name} ({channel}) : plus rien désormais.", es: "{name} ({channel}): ya no se te dirá.", tr: "{name} ({channel}): bundan sonra söylenmez.")
        case .categoryOn:
            PageTexts(
                en: "{name} ({channel}): told again from now on.", ar: "{name} ({channel}): ستُخبَر به من الآن من جديد.", de: "{name} ({channel}): ab jetzt wieder.",
                fr: "{name} ({channel}) : de nouveau désormais.", es: "{name} ({channel}): se te dirá de nuevo.", tr: "{name} ({channel}): bundan sonra yeniden söylenir.")
        case .categoryRequired:
            PageTexts(
                en: "This can’t be switched off.", ar: "لا يمكن إيقاف هذا.", de: "Das lässt sich nicht ausschalten.",
                fr: "Cela ne peut pas être désactivé.", es: "Esto no se puede desactivar.", tr: "Bu kapatılamaz.")
        case .quietHours: PageTexts(en: "Quiet hours", ar: "ساعات الهدوء", de: "Ruhezeit", fr: "Heures calmes", es: "Horas de silencio", tr: "Sessiz saatler")
        case .quietHint:
            PageTexts(
                en: "Leave both empty for none.", ar: "اترك الحقلين فارغين إن لم ترغب فيها.", de: "Lass beide leer, wenn es keine geben soll.",
                fr: "Laissez les deux vides pour ne pas en avoir.", es: "Deja ambas vacías para no tener.", tr: "Olmasın istiyorsanız ikisini de boş bırakın.")
        case .nights:
            PageTexts(
                en: "Other hours on some nights", ar: "ساعات أخرى في بعض الليالي", de: "Andere Zeiten in einzelnen Nächten", fr: "Autres horaires certaines nuits",
                es: "Otro horario algunas noches", tr: "Bazı geceler için başka saatler")
        case .nightsHint:
            PageTexts(
                en: "Hours belong to the day on which they begin. Leave a day empty where it is as every other.",
                ar: "تتبع الساعات اليوم الذي تبدأ فيه. اترك اليوم فارغًا إن كان كسائر الأيام.",
                de: "Die Zeiten gehören zu dem Tag, an dem sie beginnen. Lass einen Tag leer, wenn er wie alle anderen ist.",
                fr: "Un horaire compte pour le jour où il commence. Laissez un jour vide s’il est comme les autres.",
                es: "Un horario cuenta para el día en que empieza. Deja vacío un día si es como los demás.",
                tr: "Saatler başladıkları güne aittir. Öteki günlerden farkı olmayan günü boş bırakın.")
        case .withoutNight:
            PageTexts(
                en: "No quiet hours", ar: "بلا ساعات هدوء", de: "Keine Ruhezeit", fr: "Pas d’heures calmes", es: "Sin horas de silencio", tr: "Sessiz saat yok")
        case .from: PageTexts(en: "From", ar: "من", de: "Von", fr: "De", es: "Desde", tr: "Başlangıç")
        case .until: PageTexts(en: "Until", ar: "إلى", de: "Bis", fr: "À", es: "Hasta", tr: "Bitiş")
        case .level: PageTexts(en: "What may pass", ar: "ما يُسمح بمروره", de: "Was durchkommt", fr: "Ce qui peut passer", es: "Qué puede pasar", tr: "Neler geçebilir")
        case .levelNone:
            PageTexts(en: "No notifications", ar: "لا إشعارات", de: "Keine Benachrichtigungen", fr: "Aucune notification", es: "Ninguna notificación", tr: "Hiçbir bildirim")
        case .levelCritical: PageTexts(en: "Critical only", ar: "الحرجة فقط", de: "Nur Kritisches", fr: "Seulement critiques", es: "Solo críticas", tr: "Yalnızca kritik")
        case .levelAll: PageTexts(en: "All", ar: "الكل", de: "Alles", fr: "Toutes", es: "Todas", tr: "Hepsi")
        case .action:
            PageTexts(en: "What doesn’t pass is", ar: "ما لا يمر", de: "Was nicht durchkommt, wird", fr: "Ce qui ne passe pas est", es: "Lo que no pasa", tr: "Geçemeyen")
        case .skip: PageTexts(en: "left out", ar: "يُترك", de: "weggelassen", fr: "omis", es: "se omite", tr: "atlanır")
        case .hold:
            PageTexts(
                en: "held until they end", ar: "يُحتجز حتى تنتهي", de: "zurückgehalten, bis sie endet", fr: "retenu jusqu’à leur fin", es: "se retiene hasta que acaben",
                tr: "bitene dek bekletilir")
        case .placeAndLanguage:
            PageTexts(
                en: "Clock and language", ar: "الساعة واللغة", de: "Uhr und Sprache", fr: "Heure et langue", es: "Hora e idioma", tr: "Saat ve dil")
        case .timezone: PageTexts(en: "Time zone", ar: "المنطقة الزمنية", de: "Zeitzone", fr: "Fuseau horaire", es: "Zona horaria", tr: "Saat dilimi")
        case .otherTimezone:
            PageTexts(en: "Another time zone", ar: "منطقة زمنية أخرى", de: "Andere Zeitzone", fr: "Autre fuseau horaire", es: "Otra zona horaria", tr: "Başka bir saat dilimi")
        case .otherTimezoneHint:
            PageTexts(
                en: "Type a part of its name, such as Lisbon. It counts in place of the one above.",
                ar: "اكتب جزءًا من اسمها، مثل Lisbon. تُعتمد بدل المنطقة أعلاه.",
                de: "Tippe einen Teil ihres Namens, etwa Lisbon. Sie gilt statt der oben.", fr: "Tapez une partie de son nom, comme Lisbon. Il remplace celui du dessus.",
                es: "Escribe parte de su nombre, como Lisbon. Cuenta en lugar de la de arriba.", tr: "Adının bir bölümünü yazın, örneğin Lisbon. Yukarıdakinin yerine geçer.")
        case .language: PageTexts(en: "Language", ar: "اللغة", de: "Sprache", fr: "Langue", es: "Idioma", tr: "Dil")
        case .asBrowser:
            PageTexts(
                en: "As my browser asks", ar: "كما يطلب متصفحي", de: "Wie mein Browser es wünscht", fr: "Selon mon navigateur", es: "Como pida mi navegador",
                tr: "Tarayıcımın istediği gibi")
        case .reminders: PageTexts(en: "Reminders", ar: "التذكيرات", de: "Erinnerungen", fr: "Rappels", es: "Recordatorios", tr: "Hatırlatmalar")
        case .reminderTime:
            PageTexts(
                en: "My hour for what names only a day", ar: "ساعتي لما لا يذكر إلا اليوم", de: "Meine Uhrzeit für alles, was nur einen Tag nennt",
                fr: "Mon heure pour ce qui ne nomme qu’un jour", es: "Mi hora para lo que solo nombra un día", tr: "Yalnızca günü belli olanlar için saatim")
        case .adaptive:
            PageTexts(
                en: "Learn the hour that suits me", ar: "تعلَّم الساعة التي تناسبني", de: "Die Uhrzeit lernen, die mir passt", fr: "Apprendre l’heure qui me convient",
                es: "Aprender la hora que me conviene", tr: "Bana uyan saati öğren")
        case .adaptiveHint:
            PageTexts(
                en: "From what I open and what I leave, on my devices alone.", ar: "مما أفتحه وما أتركه، على أجهزتي وحدها.",
                de: "Aus dem, was ich öffne und was ich liegen lasse, nur auf meinen Geräten.", fr: "D’après ce que j’ouvre et ce que je laisse, sur mes appareils seulement.",
                es: "Por lo que abro y lo que dejo, solo en mis dispositivos.", tr: "Açtıklarımdan ve bıraktıklarımdan, yalnızca cihazlarımda.")
        case .bills: PageTexts(en: "Bills", ar: "الفواتير", de: "Rechnungen", fr: "Factures", es: "Facturas", tr: "Faturalar")
        case .on: PageTexts(en: "Remind me", ar: "ذكّرني", de: "Erinnere mich", fr: "Me le rappeler", es: "Recordármelo", tr: "Bana hatırlat")
        case .time: PageTexts(en: "At", ar: "في", de: "Um", fr: "À", es: "A las", tr: "Saat")
        case .onDueDate: PageTexts(en: "On the day", ar: "في اليوم نفسه", de: "Am Tag selbst", fr: "Le jour même", es: "El mismo día", tr: "Gününde")
        case .dayBefore: PageTexts(en: "The day before", ar: "في اليوم السابق", de: "Am Tag davor", fr: "La veille", es: "El día antes", tr: "Bir gün önce")
        case .study: PageTexts(en: "Study", ar: "الدراسة", de: "Lernen", fr: "Révisions", es: "Estudio", tr: "Çalışma")
        case .prayer: PageTexts(en: "Prayer", ar: "الصلاة", de: "Gebet", fr: "Prière", es: "Oración", tr: "Namaz")
        case .placeName: PageTexts(en: "Place", ar: "المكان", de: "Ort", fr: "Lieu", es: "Lugar", tr: "Yer")
        case .latitude: PageTexts(en: "Latitude", ar: "خط العرض", de: "Breite", fr: "Latitude", es: "Latitud", tr: "Enlem")
        case .longitude: PageTexts(en: "Longitude", ar: "خط الطول", de: "Länge", fr: "Longitude", es: "Longitud", tr: "Boylam")
        case .method: PageTexts(en: "Method", ar: "طريقة الحساب", de: "Methode", fr: "Méthode", es: "Método", tr: "Yöntem")
        case .days: PageTexts(en: "Days ahead", ar: "عدد الأيام القادمة", de: "Tage im Voraus", fr: "Jours d’avance", es: "Días por delante", tr: "Önceden kaç gün")
        case .badTime:
            PageTexts(
                en: "Give a time of day, such as 21:30.", ar: "أدخل وقتًا من اليوم، مثل 21:30.", de: "Gib eine Uhrzeit an, etwa 21:30.",
                fr: "Donnez une heure, comme 21:30.", es: "Escribe una hora, como 21:30.", tr: "Bir saat girin, örneğin 21:30.")
        case .halfQuietHours:
            PageTexts(
                en: "Give both ends of the quiet hours, or none.", ar: "أدخل بداية ساعات الهدوء ونهايتها معًا، أو لا شيء.", de: "Gib Anfang und Ende der Ruhezeit an, oder keins von beiden.",
                fr: "Donnez le début et la fin des heures calmes, ou aucun des deux.", es: "Escribe el principio y el fin de las horas de silencio, o ninguno.",
                tr: "Sessiz saatlerin başını ve sonunu birlikte girin ya da hiçbirini.")
        case .badZone:
            PageTexts(
                en: "Choose a time zone from the list.", ar: "اختر منطقة زمنية من القائمة.", de: "Wähle eine Zeitzone aus der Liste.", fr: "Choisissez un fuseau dans la liste.",
                es: "Elige una zona horaria de la lista.", tr: "Listeden bir saat dilimi seçin.")
        case .badPlace:
            PageTexts(
                en: "Give a latitude from −90 to 90 and a longitude from −180 to 180.", ar: "أدخل خط عرض من ‎−90 إلى 90 وخط طول من ‎−180 إلى 180.",
                de: "Gib eine Breite von −90 bis 90 und eine Länge von −180 bis 180 an.", fr: "Donnez une latitude de −90 à 90 et une longitude de −180 à 180.",
                es: "Escribe una latitud de −90 a 90 y una longitud de −180 a 180.", tr: "−90 ile 90 arası bir enlem ve −180 ile 180 arası bir boylam girin.")
        case .longPlace:
            PageTexts(
                en: "Give the place a shorter name.", ar: "اختر للمكان اسمًا أقصر.", de: "Gib dem Ort einen kürzeren Namen.", fr: "Donnez au lieu un nom plus court.",
                es: "Ponle al lugar un nombre más corto.", tr: "Yere daha kısa bir ad verin.")
        case .badDays:
            PageTexts(
                en: "Give a number of days from 1 to 12.", ar: "أدخل عددًا من الأيام من 1 إلى 12.", de: "Gib eine Zahl von Tagen von 1 bis 12 an.",
                fr: "Donnez un nombre de jours de 1 à 12.", es: "Escribe un número de días de 1 a 12.", tr: "1 ile 12 arasında bir gün sayısı girin.")
        case .badDailyMax:
            PageTexts(
                en: "Give a whole number from 0 to 10000, or none.", ar: "أدخل عددًا صحيحًا من 0 إلى 10000، أو اتركه فارغًا.",
                de: "Gib eine ganze Zahl von 0 bis 10000 an oder keine.", fr: "Donnez un nombre entier de 0 à 10000, ou aucun.",
                es: "Escribe un número entero de 0 a 10000, o ninguno.", tr: "0 ile 10000 arasında bir tam sayı girin ya da boş bırakın.")
        }
    }
}
