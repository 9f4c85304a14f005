extension Assets {
    /// What lists of days, messages and deliveries look like, and the first steps.
    static let listStyles = """
        ol { margin: 0; padding: 0; list-style: none; }
        .title { font: 650 1.06rem/1.35 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif; }
        .message:not(.unread) .title { font-weight: 500; }
        .message form, .step form { display: inline-flex; }
        .message .actions { justify-content: flex-start; gap: .5rem; align-items: center; }
        .later[open] { flex-basis: 100%; }
        .later summary {
          display: inline-flex; align-items: center; min-height: 2.25rem; padding: .3rem .75rem; border: 1px solid var(--edge); border-radius: 2rem;
          background: var(--sunken); color: var(--ink); font-size: .875rem;
        }
        .later summary::after { width: .4rem; height: .4rem; margin: 0 .2rem .2rem .5rem; }
        .later form input { width: auto; }
        .later form { display: flex; flex-wrap: wrap; align-items: center; gap: .35rem; margin-top: .5rem; }
        .message .choice { display: inline-flex; align-items: center; gap: .35rem; }
        .words { white-space: pre-line; }
        .picture { margin: .35rem 0 0; }
        .picture img { display: block; max-width: min(100%, 32rem); max-height: 20rem; border-radius: .6rem; }
        .done {
          position: fixed; inset-inline: 0; inset-block-end: .75rem; z-index: 1; display: flex; align-items: center; gap: 1rem; width: fit-content;
          max-width: calc(100% - 2rem); margin-inline: auto; padding-block: .3rem; padding-inline: 1.1rem .4rem; border: 1px solid var(--soft);
          border-radius: 2rem; background: var(--surface); box-shadow: var(--shadow);
        }
        .done[hidden] { display: none; }
        html:has(.done:not([hidden])) { scroll-padding-bottom: 4.5rem; }
        .tabs { overflow: visible; }
        .tabs ul { flex-wrap: wrap; gap: .4rem; }
        .tabs a { padding: .3rem .9rem; border: 1px solid var(--edge); border-radius: 2rem; font-size: .9375rem; }
        .tabs a[aria-current] { border-color: var(--accent); background: var(--sunken); }
        .banner { padding: .8rem 1rem; border: 1px solid var(--edge); border-inline-start: 4px solid var(--accent); border-radius: .5rem; background: var(--surface); }
        .button {
          display: inline-flex; align-items: center; min-height: 2.25rem; padding: .3rem .75rem; border: 1px solid var(--edge); border-radius: 2rem;
          background: var(--sunken); color: var(--ink); font-size: .875rem; text-decoration: none;
        }
        .button:hover { border-color: var(--soft); background: var(--surface); }
        button.main, a.main { border-color: var(--accent); background: var(--accent); color: var(--surface); font-weight: 650; }
        button.main:hover, a.main:hover { filter: brightness(1.08); background: var(--accent); }
        .days { display: grid; gap: 1.4rem; }
        .day h3 { padding-bottom: .4rem; border-bottom: 1px solid var(--edge); }
        .entry { display: grid; grid-template-columns: 3.6rem minmax(0, 1fr); gap: 0 .6rem; padding: .75rem 0; }
        .entry + .entry { border-top: 1px dashed var(--edge); }
        .when { color: var(--ink); font-variant-numeric: tabular-nums; font-weight: 650; }
        .entry .line { justify-content: flex-start; }
        .what b { display: block; font-weight: 650; }
        .what span { white-space: pre-line; }
        .entry.planned, .entry.later { --tone: var(--watch); }
        .entry.told { --tone: var(--good); }
        .entry.held { --tone: var(--attention); }
        .entry.left-out, .entry.not-sent, .entry.called-off { --tone: var(--soft); }
        .entry.given-up { --tone: var(--critical); }
        .tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); gap: 1.1rem; }
        .tiles section, .findings, .pauses li { padding: 1.1rem 1.2rem; border: 1px solid var(--edge); border-radius: .9rem; background: var(--surface); }
        .tiles .heading { margin-bottom: .4rem; }
        .tiles h2 { font-size: 1.15rem; }
        .pauses ul { display: grid; gap: .6rem; }
        .pauses li { display: grid; gap: .3rem; overflow-wrap: anywhere; }
        .counts { display: grid; gap: .15rem; }
        .counts b { display: inline-block; min-width: 3rem; font-variant-numeric: tabular-nums; }
        .findings ul { padding: 0; border: 0; display: grid; gap: .3rem; overflow-wrap: anywhere; }
        .search { display: flex; flex-wrap: wrap; align-items: start; gap: .8rem 1rem; margin-top: 1rem; }
        .search button { margin-top: 1.75rem; }
        .search p { display: grid; grid-template-columns: minmax(0, 1fr); gap: .2rem; min-width: 0; flex: 1 1 7.5rem; max-width: min(100%, 18rem); }
        .search input { width: 100%; }
        @media (max-width: 40rem) { .search p { flex-basis: 100%; max-width: none; } .search button { margin-top: 0; } }
        .search select { width: 100%; padding-inline: .45rem .2rem; }
        .scroll { max-width: 100%; }
        .search label, .fields label { color: var(--soft); font-size: .875rem; }
        .figures table, #quiet table { max-width: none; }
        @media (max-width: 40rem) {
          .stacks { max-height: none; }
          .stacks thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
          .stacks table, .stacks tbody { display: block; }
          .stacks tbody tr {
            display: grid; grid-template-columns: repeat(auto-fill, minmax(8rem, 1fr)); gap: 0 1.2rem; padding: .5rem 0; border-bottom: 1px solid var(--edge);
          }
          .stacks tbody th { grid-column: 1 / -1; padding: 0; border: 0; font-weight: 650; }
          .stacks td { display: flex; justify-content: space-between; gap: .6rem; padding: .15rem 0; border: 0; overflow-wrap: anywhere; }
          .stacks td::before { content: attr(data-head); min-width: 0; color: var(--soft); text-align: start; }
        }
        .figures p:not(.aside) { margin-top: .6rem; }
        .figures td, .figures thead th + th, #quiet td, #quiet thead th + th { text-align: end; }
        .pages { display: flex; flex-wrap: wrap; gap: .3rem 1.5rem; margin-top: .9rem; }
        input, select, textarea {
          min-height: 2.5rem; max-width: 100%; padding: .3rem .7rem; border: 1px solid var(--soft); border-radius: .5rem; background: var(--surface);
          color: var(--ink); font: inherit;
        }
        .steps { display: grid; gap: .7rem; }
        .steps li { padding-inline-start: 1rem; border-inline-start: 3px solid var(--edge); }
        .steps time { color: var(--soft); font-variant-numeric: tabular-nums; }
        .step { --tone: var(--accent); max-width: 44rem; margin-bottom: 1.4rem; }
        .start #live { gap: 0; }
        .inbox #live { gap: 1rem; }
        .timeline #live { gap: 1.6rem; }
        .step .heading { margin-bottom: 0; }
        .step .message { padding: .9rem 1rem; border: 1px solid var(--edge); border-radius: .6rem; background: var(--sunken); }
        .fields { display: flex; flex-wrap: wrap; align-items: end; gap: .6rem 1rem; }
        .step .fields { display: flex; }
        .fields p { display: grid; gap: .2rem; }
        .pause { margin-top: 2.5rem; }
        .pause .fields { display: grid; max-width: 30rem; margin-top: .6rem; }
        .lines li, .entries { display: grid; gap: .4rem; padding: .95rem 1.1rem 1.05rem; overflow-wrap: anywhere; }
        .lines .actions { justify-content: flex-start; }
        .lines dl { width: 100%; }
        .lines dt { overflow-wrap: normal; }
        .compose .fields { display: grid; max-width: 34rem; }
        .compose textarea { resize: vertical; }
        .compose input { background: var(--surface); }
        .weekdays { display: flex; flex-wrap: wrap; gap: 0 1.2rem; }
        .weekdays > p { flex-basis: 100%; }
        .weekdays .check input { min-height: 0; }
        .reminders .compose { margin-top: 2.5rem; }
        .reminders > .banner { margin-bottom: 1.1rem; }
        [aria-invalid="true"] { border-color: var(--critical); border-width: 2px; }
        .outcome { display: grid; gap: .8rem; margin-bottom: 1.8rem; }
        .queue > form, .queue > .heading + p { margin-bottom: .8rem; }
        .progress { display: flex; flex-wrap: wrap; align-items: center; gap: .3rem 1rem; margin-bottom: 1.2rem; }
        progress { width: min(100%, 16rem); height: .7rem; accent-color: var(--accent); }
        p.good { color: var(--good); }

        """
}
