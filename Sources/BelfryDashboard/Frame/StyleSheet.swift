extension Assets {
    /// Two palettes, one column that becomes two, and no file but this one.
    public static let styleSheet = [colours, text, layout, cards, rows, controls, forms, listStyles].joined(separator: "\n")

    /// Every text colour keeps a contrast of at least 4.5 to 1 to the surfaces that it stands on.
    private static let colours = """
        :root {
          color-scheme: light dark;
          --paper: #f7f4ee; --surface: #fffdf9; --sunken: #f0ece3; --edge: #ddd6c8;
          --ink: #2a2723; --soft: #655f55; --accent: #8f4a17;
          --watch: #2f5f86; --attention: #8a5a00; --critical: #a92b22; --good: #3c6b3f;
          --shadow: 0 1px 2px rgb(60 45 20 / .06), 0 6px 20px rgb(60 45 20 / .05);
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #181715; --surface: #211f1c; --sunken: #2a2824; --edge: #3c3933;
            --ink: #ece7dd; --soft: #aea69a; --accent: #eda46c;
            --watch: #8fbde0; --attention: #e6b455; --critical: #f4938a; --good: #93c797;
            --shadow: none;
          }
        }
        .watch { --tone: var(--watch); }
        .attention { --tone: var(--attention); }
        .critical, .failed { --tone: var(--critical); }
        .sent, .good { --tone: var(--good); }
        .score { --tone: var(--accent); }
        .pending, .sending { --tone: var(--watch); }
        .skipped, .cancelled, .shadow, .unknown { --tone: var(--soft); }

        """

    private static let text = """
        *, ::before, ::after { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
        body {
          margin: 0 auto; padding: 0 clamp(1rem, 4vw, 3rem) 4rem; max-width: 82rem;
          background: var(--paper); color: var(--ink);
          font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
          overflow-wrap: break-word;
        }
        h1, h2, h3, p, ul, dl, dd, figure, pre { margin: 0; padding: 0; }
        ul { list-style: none; }
        h1, h2 {
          font-family: ui-serif, "Iowan Old Style", Charter, Georgia, "Noto Serif", "Liberation Serif", serif; font-weight: 600;
          text-wrap: balance;
        }
        h1 { font-size: clamp(1.9rem, 1.5rem + 1.8vw, 2.6rem); line-height: 1.15; letter-spacing: -.01em; }
        h2 { font-size: 1.4rem; line-height: 1.25; }
        h3 { font-size: 1.06rem; line-height: 1.35; font-weight: 650; }
        .aside { color: var(--soft); font-size: .875rem; }
        .sender svg { vertical-align: baseline; }
        .who { display: block; color: var(--soft); font-size: .875rem; font-weight: 500; }
        .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

        """

    private static let layout = """
        .skip {
          position: absolute; inset-inline-start: 1rem; inset-block-start: -6rem; z-index: 2; padding: .6rem 1rem; border-radius: 0 0 .6rem .6rem;
          background: var(--surface);
        }
        .skip:focus { inset-block-start: 0; }
        .top {
          display: grid; grid-template-columns: 1fr auto; gap: .35rem 1.5rem; align-items: center; padding: 1rem 0 0;
          border-bottom: 1px solid var(--edge);
        }
        .brand { display: flex; align-items: center; gap: .5rem; font-weight: 600; color: var(--accent); }
        .bell { width: 1.4rem; height: 1.4rem; fill: currentColor; }
        nav { grid-column: 1 / -1; min-width: 0; }
        nav ul { display: flex; flex-wrap: wrap; gap: 0 1.3rem; }
        nav a { display: block; padding: .5rem 0 .4rem; border-bottom: 3px solid transparent; text-decoration: none; white-space: nowrap; }
        nav a:hover { border-color: var(--edge); }
        .operators { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1.3rem; border-top: 1px dashed var(--edge); }
        .operators p { padding-top: .4rem; }
        .operators a { padding-block: .35rem .25rem; font-size: .9375rem; }
        .count { padding: 0 .45em; border: 1px solid currentColor; border-radius: 1em; font-size: .8em; font-variant-numeric: tabular-nums; }
        nav a[aria-current] { border-color: var(--accent); color: var(--ink); font-weight: 650; }
        .greeting { padding: 1.5rem 0 1.25rem; }
        .greeting > * + * { margin-top: .35rem; }
        .greeting p { color: var(--soft); }
        #push-toggle[hidden] { display: none; }
        .connection { display: flex; align-items: center; gap: .5rem; color: var(--soft); font-size: .875rem; }
        .connection::before { content: ""; width: .6rem; height: .6rem; border: 2px solid currentColor; border-radius: 50%; }
        /* Without a script nothing is ever live, and nothing will be. */
        @media (scripting: none) { .connection { display: none; } }
        .connection[data-state="live"]::before { background: var(--good); border-color: var(--good); }
        .notice {
          margin: 0 0 1.25rem; padding: .75rem 1rem; border: 1px solid var(--edge); border-inline-start: 4px solid var(--accent);
          border-radius: .5rem; background: var(--surface);
        }
        .notice:empty { display: none; }
        main { min-height: 60vh; }
        main:focus { outline: none; }
        #live { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2.5rem; }
        section { min-width: 0; }
        .heading {
          display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0 1rem; margin-bottom: .9rem;
        }
        .late { color: var(--critical); }
        .empty {
          padding: 1.5rem; border: 1px dashed var(--edge); border-radius: .9rem; color: var(--soft); text-align: center;
          text-wrap: balance;
        }
        footer {
          display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 1rem; margin-top: 3.5rem; padding-top: 1.25rem;
          border-top: 1px solid var(--edge);
        }
        @media (min-width: 48rem) {
          .top { grid-template-columns: auto 1fr auto; gap: 0 2rem; padding-top: .4rem; }
          .top nav { grid-area: 1 / 2; }
          .top .operators { grid-area: 2 / 2 / auto / -1; }
          .top .connection { grid-area: 1 / 3; }
          .greeting { padding: 2.25rem 0 1.75rem; }
          #live { gap: 2.75rem; }
        }
        .sign-in { display: block; max-width: 32rem; margin: 12vh auto 0; }
        .sign-in > * + * { margin-top: 1.1rem; }
        pre {
          padding: .9rem 1.1rem; border-radius: .6rem; background: var(--sunken); overflow-x: auto;
          font: .95rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
        }
        code { font: inherit; }

        """

    private static let cards = """
        .alerts ul, .scores ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); gap: 1.1rem; }
        .alerts li, .scores li { display: grid; grid-template-columns: minmax(0, 1fr); }
        .pillars { display: grid; grid-template-columns: repeat(auto-fit, minmax(6.25rem, 1fr)); gap: .9rem; }
        .pillar figcaption { display: none; }
        .pillar { display: grid; grid-template-columns: minmax(0, 1fr); align-content: space-between; min-width: 0; }
        .pillar .line { gap: 0 .3rem; font-size: .8125rem; }
        .pillar strong { flex: none; margin-inline-start: auto; }
        .score .chart svg { height: 3.4rem; }
        .score .chart .days { stroke-width: 1.5; }
        .score .chart .dots { stroke-width: 3.5; }
        .insight { display: grid; gap: .2rem; }
        .card {
          position: relative; display: flex; flex-direction: column; gap: .6rem; padding: 1.25rem 1.2rem 1.2rem;
          border: 1px solid var(--edge); border-radius: .9rem; background: var(--surface); box-shadow: var(--shadow); overflow: hidden;
        }
        .card::before { content: ""; position: absolute; inset: 0 0 auto; height: 4px; background: var(--tone); }
        .card.quiet { border-style: dashed; background: none; box-shadow: none; }
        .card.quiet::before { content: none; }
        .card .actions { margin-top: auto; padding-top: .35rem; }
        .line { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .1rem 1rem; }
        .line > * { min-width: 0; }
        .mark { display: inline-flex; align-items: center; gap: .4rem; color: var(--tone); font-size: .875rem; font-weight: 650; }
        .mark svg { flex: none; width: .85rem; height: .85rem; }
        .mark .area { fill: currentColor; }
        .mark .line { display: block; fill: none; stroke: currentColor; stroke-width: 2.2; stroke-linecap: round; stroke-linejoin: round; }
        /* Time runs as it is drawn, in every language; words in it run as they do. */
        .chart { direction: ltr; }
        .chart span { unicode-bidi: plaintext; }
        .chart svg { display: block; width: 100%; height: 5.6rem; }
        .chart path { fill: none; stroke-linecap: round; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
        .chart .distance { fill: var(--tone); opacity: .12; }
        .chart .usual { stroke: var(--soft); stroke-width: 1.5; stroke-dasharray: 5 5; }
        .chart .days { stroke: var(--tone); stroke-width: 2; }
        .chart .dots { stroke: var(--tone); stroke-width: 4.5; }
        .alert {
          display: grid; grid-template-columns: minmax(0, 1fr); gap: .8rem; padding: 1.4rem clamp(1rem, 3vw, 1.8rem); border: 1px solid var(--edge);
          border-block-start: 4px solid var(--tone); border-radius: .9rem; background: var(--surface); box-shadow: var(--shadow);
        }
        .alert.quiet { border-block-start-color: var(--edge); }
        .alert h3 { margin-top: 1rem; }
        .sentence { font-size: 1.1rem; max-width: 48rem; }
        .alert .actions { justify-content: flex-start; gap: .5rem 2rem; }
        .question { display: grid; gap: .7rem; padding: 1rem 1.2rem; border-radius: .6rem; background: var(--sunken); }
        .question h3 { margin: 0; }
        .episode { position: relative; }
        .episode svg { height: clamp(13rem, 32vw, 22rem); }
        .episode .dots { stroke-width: 6; }
        .band { fill: none; stroke: var(--soft); stroke-width: 1.6; stroke-dasharray: 0 7; stroke-linecap: round; opacity: .8; }
        .hatching { fill: none; stroke: var(--tone); stroke-width: 1; opacity: .5; }
        .key .usual { fill: none; stroke: var(--soft); stroke-width: 2; stroke-dasharray: 5 5; }
        .chart .rings { stroke: var(--tone); stroke-width: 13; }
        .chart .gaps { stroke: var(--surface); stroke-width: 10; }
        .axis { display: flex; justify-content: space-between; color: var(--soft); font-size: .8125rem; font-variant-numeric: tabular-nums; }
        .legends { display: flex; flex-wrap: wrap; gap: .3rem 1.6rem; color: var(--soft); font-size: .875rem; }
        .legends li { display: flex; align-items: center; gap: .5rem; }
        .key { flex: none; width: 2rem; height: 1rem; overflow: hidden; }
        .table summary, .nights summary { display: flex; justify-content: space-between; padding-inline: 0; }
        .scroll { max-height: 24rem; overflow: auto; }
        table { border-collapse: collapse; width: 100%; max-width: 32rem; font-size: .875rem; font-variant-numeric: tabular-nums; }
        th, td { padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--edge); text-align: start; font-weight: 400; }
        th:last-child, td:last-child { padding-inline-end: 0; }
        thead th { color: var(--soft); }
        .in-episode { font-weight: 650; }
        figcaption {
          display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; margin-top: .25rem; color: var(--soft);
          font-size: .8125rem; font-variant-numeric: tabular-nums;
        }
        .legend { order: 1; flex-basis: 100%; }
        .legend::before {
          content: ""; display: inline-block; width: 1.6rem; margin-inline-end: .45rem; border-top: 2px dashed currentColor;
          vertical-align: .28em;
        }

        """

    private static let rows = """
        .rows, .queue ul, .told ul {
          border: 1px solid var(--edge); border-radius: .9rem; background: var(--surface); box-shadow: var(--shadow); overflow: hidden;
        }
        .rows li + li, .queue li + li, .told li + li { border-top: 1px solid var(--edge); }
        .message { display: grid; gap: .3rem; padding: .95rem 1.1rem 1.05rem; }
        .message:not(.unread) { color: var(--soft); }
        .message h2 { font: inherit; font-size: 1.06rem; font-weight: 650; }
        .message:not(.unread) h2 { font-weight: 500; }
        .message .actions { margin-top: .35rem; }
        .new { color: var(--ink); }
        .new::after { content: " ·"; }
        summary {
          display: grid; grid-template-columns: 1fr auto; gap: .1rem 1rem; padding: .8rem 1.1rem; cursor: pointer; list-style: none;
        }
        summary::-webkit-details-marker { display: none; }
        summary .mark { grid-column: 1; align-items: baseline; }
        summary::after {
          content: ""; grid-area: 1 / 2; width: .5rem; height: .5rem; margin: .4rem .2rem; border: solid var(--soft);
          border-width: 0 2px 2px 0; transform: rotate(45deg); justify-self: end;
        }
        details[open] > summary::after { transform: rotate(225deg); }
        .whom, .why, summary .aside { grid-column: 1 / -1; }
        .why { color: var(--soft); font-size: .9375rem; }
        .decided { display: grid; gap: .6rem; padding: .2rem 1.1rem 1.1rem; }
        .decided h3 { font-size: .9375rem; }
        .error { color: var(--critical); }
        dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 14rem), 1fr)); gap: 0 2rem; font-size: .875rem; }
        dl div { display: flex; justify-content: space-between; gap: 1rem; padding: .3rem 0; border-bottom: 1px solid var(--edge); }
        dt { color: var(--soft); }
        dd { text-align: end; min-width: 0; font-variant-numeric: tabular-nums; }
        @media (min-width: 40rem) {
          summary { grid-template-columns: 10rem 1fr auto 1rem; align-items: baseline; }
          summary::after { grid-area: 1 / 4; }
          summary .mark, .whom, summary .aside { grid-row: 1; grid-column: auto; }
          summary .mark { grid-row-end: span 2; }
          .why { grid-column: 2 / -1; }
          .decided { padding-inline-start: 12.1rem; }
        }
        @media (min-width: 64rem) {
          summary { grid-template-columns: 17rem 1fr auto 1rem; }
          .decided { padding-inline-start: 19.1rem; }
        }

        """

    private static let controls = """
        a { color: var(--accent); text-underline-offset: .2em; padding: .3rem 0; }
        h3 a { color: inherit; text-decoration: none; }
        h3 a:hover { text-decoration: underline; }
        footer button { background: none; }
        .actions { display: flex; flex-wrap: wrap; align-items: end; justify-content: space-between; gap: .5rem; }
        .unread-line, .switched { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem; }
        .choice { display: grid; grid-template-columns: repeat(3, auto); gap: .3rem .4rem; }
        .choice span { grid-column: 1 / -1; color: var(--soft); font-size: .875rem; }
        button {
          min-height: 2.25rem; padding: .3rem .75rem; border: 1px solid var(--edge); border-radius: 2rem; background: var(--sunken);
          color: var(--ink); font: inherit; font-size: .875rem; cursor: pointer; transition: border-color .15s, background-color .15s;
        }
        button:hover { border-color: var(--soft); background: var(--surface); }
        button[aria-disabled="true"] { opacity: .55; cursor: progress; }
        button.grave { border-color: var(--critical); color: var(--critical); }
        :focus { outline: none; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        summary:focus-visible { outline-offset: -3px; border-radius: .9rem; }
        summary:hover { background: var(--sunken); }
        dialog {
          max-width: min(27rem, calc(100vw - 2rem)); padding: 1.5rem; border: 1px solid var(--edge); border-radius: 1rem;
          background: var(--surface); color: var(--ink);
        }
        dialog::backdrop { background: rgb(20 16 10 / .45); }
        dialog .actions { justify-content: flex-end; }
        dialog form { display: grid; gap: .9rem; }
        @media (pointer: coarse) { button { min-height: 2.75rem; } }
        @media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
        @media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
        @media (forced-colors: active) { .chart .days, .chart .dots, .chart .usual, .band, .hatching, .chart .rings { stroke: CanvasText; } .chart .gaps { stroke: Canvas; } }

        """

    private static let forms = """
        .groups { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: 1.1rem; align-items: start; }
        fieldset { min-width: 0; margin: 0; padding: 0; border: 0; }
        .groups > fieldset {
          display: grid; gap: .7rem; padding: 1.1rem 1.2rem 1.3rem; border: 1px solid var(--edge); border-radius: .9rem; background: var(--surface);
          box-shadow: var(--shadow);
        }
        .groups > fieldset > legend { float: inline-start; padding: 0; }
        .groups > fieldset > legend + * { clear: both; }
        .groups h2 { font-size: 1.15rem; }
        .field { display: grid; gap: .25rem; }
        .field label, .radios legend { color: var(--soft); font-size: .875rem; padding: 0; }
        .field-row { display: grid; grid-template-columns: 1fr 1fr; gap: .8rem; }
        input, select { font: inherit; color: var(--ink); accent-color: var(--accent); }
        input:not([type="checkbox"], [type="radio"]), select {
          width: 100%; min-width: 0; min-height: 2.5rem; padding: .35rem .6rem; border: 1px solid var(--soft); border-radius: .5rem; background: var(--paper);
        }
        input[aria-invalid="true"] { border-color: var(--critical); border-width: 2px; }
        .check { display: flex; align-items: center; gap: .6rem; min-height: 2.25rem; }
        .check input { flex: none; width: 1.15rem; height: 1.15rem; margin: 0; }
        .radios { margin-top: .3rem; }
        .fault { color: var(--critical); font-size: .875rem; }
        .preview {
          position: sticky; inset-block-end: 0; z-index: 1; display: grid; gap: .8rem; margin-top: 1.6rem; padding: 1.1rem 1.2rem; border: 1px solid var(--edge);
          border-radius: .9rem .9rem 0 0; background: var(--sunken);
        }
        /* What has the focus is never behind it; where a screen is low, as under a keyboard or enlarged, it stays at its place. */
        html:has(.preview) { scroll-padding-bottom: calc(9rem + 30vh); }
        .mute, .switched, .addresses, .audiences { margin-bottom: 1.1rem; }
        .calendar { margin-top: 1.6rem; }
        .mute .actions { justify-content: flex-start; margin-top: .6rem; }
        .audiences .points { margin-top: .6rem; }
        .audiences .points li { display: flex; flex-wrap: wrap; align-items: center; gap: .3rem 1rem; }
        .addresses .tiles { margin-top: .8rem; }
        .addresses .tiles > section { display: grid; gap: .7rem; align-content: start; overflow-wrap: anywhere; }
        .addresses .actions { justify-content: flex-start; }
        .addresses .fields p { flex: 1 1 12rem; min-width: 0; }
        .points { display: grid; gap: .9rem; }
        .points li, .off { display: grid; gap: .5rem; justify-items: start; }
        .points form { max-width: 100%; }
        .everywhere { display: grid; justify-items: start; gap: .6rem; margin-top: 1.5rem; }
        .switched ul { margin: 0; padding: 0; list-style: none; }
        /* Drawn, if nowhere: some browsers don't press what isn't. */
        .first-button { position: absolute; visibility: hidden; }
        .preview h2 { font-size: 1.15rem; }
        #preview { max-height: 30vh; overflow: auto; }
        .counts { display: flex; flex-wrap: wrap; gap: .2rem 1.4rem; margin-bottom: .6rem; }
        .changes { margin: 0; padding: 0; list-style: none; font-size: .9375rem; }
        .changes li { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: 0 .6rem; align-items: baseline; padding: .3rem 0; border-top: 1px solid var(--edge); }
        button.main { border-color: var(--accent); background: var(--accent); color: var(--surface); font-weight: 650; }
        button.main:hover { filter: brightness(1.08); }
        @media (max-width: 30rem) { #preview { max-height: 20vh; } .changes li { grid-template-columns: minmax(0, 1fr); } }
        @media (max-height: 40rem) { .preview { position: static; } #preview { max-height: none; } html:has(.preview) { scroll-padding-bottom: 0; } }

        """
}
