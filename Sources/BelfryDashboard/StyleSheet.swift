extension Assets {
    /// Two palettes, one column that becomes two, and no file but this one.
    public static let styleSheet = [colours, text, layout, cards, rows, controls].joined(separator: "\n")

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
        .who { display: block; color: var(--soft); font-size: .875rem; font-weight: 500; }
        .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

        """

    private static let layout = """
        .top { display: grid; grid-template-columns: 1fr auto; gap: .75rem 1.5rem; align-items: center; padding: 1.5rem 0 1.25rem; }
        .brand { display: flex; align-items: center; gap: .5rem; font-weight: 600; color: var(--accent); }
        .bell { width: 1.4rem; height: 1.4rem; fill: currentColor; }
        .greeting { grid-column: 1 / -1; }
        .greeting p { color: var(--soft); margin-top: .25rem; }
        nav { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; }
        .connection { grid-area: 1 / 2; display: flex; align-items: center; gap: .5rem; color: var(--soft); font-size: .875rem; }
        .connection::before { content: ""; width: .6rem; height: .6rem; border: 2px solid currentColor; border-radius: 50%; }
        .connection[data-state="live"]::before { background: var(--good); border-color: var(--good); }
        .notice {
          margin: 0 0 1.25rem; padding: .75rem 1rem; border: 1px solid var(--edge); border-left: 4px solid var(--accent);
          border-radius: .5rem; background: var(--surface);
        }
        .notice:empty { display: none; }
        main { display: grid; gap: 2.5rem; }
        section { min-width: 0; }
        .heading {
          display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0 1rem; margin-bottom: .9rem;
        }
        .late { color: var(--critical); }
        .empty {
          padding: 1.5rem; border: 1px dashed var(--edge); border-radius: .9rem; color: var(--soft); text-align: center;
          text-wrap: balance;
        }
        @media (min-width: 62rem) {
          .top { padding: 2.25rem 0 1.75rem; }
          main { grid-template: "alerts inbox" auto "scores inbox" auto "queue inbox" 1fr / minmax(0, 1fr) 23rem; gap: 2.75rem 3rem; }
          .alerts { grid-area: alerts; }
          .scores { grid-area: scores; }
          .inbox { grid-area: inbox; }
          .queue { grid-area: queue; }
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
        .alerts li, .scores li { display: grid; }
        .pillars { display: grid; grid-template-columns: repeat(auto-fit, minmax(6.25rem, 1fr)); gap: .9rem; }
        .pillar figcaption { display: none; }
        .pillar { min-width: 0; }
        .pillar .line { flex-wrap: nowrap; gap: .4rem; font-size: .875rem; }
        .score .chart .days { stroke-width: 18; }
        .score .chart .dots { stroke-width: 34; }
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
        .mark { display: inline-flex; align-items: center; gap: .4rem; color: var(--tone); font-size: .875rem; font-weight: 650; }
        .mark svg { flex: none; width: .85rem; height: .85rem; }
        .mark .area { fill: currentColor; }
        .mark .line { display: block; fill: none; stroke: currentColor; stroke-width: 2.2; stroke-linecap: round; stroke-linejoin: round; }
        .chart svg { display: block; width: 100%; height: auto; }
        .chart path { fill: none; stroke-linecap: round; stroke-linejoin: round; }
        .chart .distance { fill: var(--tone); opacity: .12; }
        .chart .usual { stroke: var(--soft); stroke-width: 4; stroke-dasharray: 14 14; }
        .chart .days { stroke: var(--tone); stroke-width: 6; }
        .chart .dots { stroke: var(--tone); stroke-width: 14; }
        figcaption {
          display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; margin-top: .25rem; color: var(--soft);
          font-size: .8125rem; font-variant-numeric: tabular-nums;
        }
        .legend::before {
          content: ""; display: inline-block; width: 1.6rem; margin-right: .45rem; border-top: 2px dashed currentColor;
          vertical-align: .28em;
        }

        """

    private static let rows = """
        .inbox ul, .queue ul {
          border: 1px solid var(--edge); border-radius: .9rem; background: var(--surface); box-shadow: var(--shadow); overflow: hidden;
        }
        .inbox li + li, .queue li + li { border-top: 1px solid var(--edge); }
        .message { display: grid; gap: .3rem; padding: .95rem 1.1rem 1.05rem; }
        .message:not(.unread) { color: var(--soft); }
        .message:not(.unread) h3 { font-weight: 500; }
        .message .actions { margin-top: .35rem; }
        .new { color: var(--ink); }
        .new::after { content: " ·"; }
        summary {
          display: grid; grid-template-columns: 1fr auto; gap: .1rem 1rem; padding: .8rem 1.1rem; cursor: pointer; list-style: none;
        }
        summary::-webkit-details-marker { display: none; }
        summary .mark { grid-column: 1; }
        summary::after {
          content: ""; grid-area: 1 / 2; width: .5rem; height: .5rem; margin: .4rem .2rem; border: solid var(--soft);
          border-width: 0 2px 2px 0; transform: rotate(45deg);
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
        dd { text-align: right; min-width: 0; font-variant-numeric: tabular-nums; }
        @media (min-width: 40rem) {
          summary { grid-template-columns: 10rem 1fr auto 1rem; align-items: baseline; }
          summary::after { grid-area: 1 / 4; }
          summary .mark, .whom, summary .aside { grid-row: 1; grid-column: auto; }
          .why { grid-column: 2 / -1; }
          .decided { padding-left: 12.1rem; }
        }

        """

    private static let controls = """
        a { color: var(--accent); text-underline-offset: .2em; padding: .3rem 0; }
        .actions { display: flex; flex-wrap: wrap; align-items: end; justify-content: space-between; gap: .5rem; }
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
        @media (forced-colors: active) { .chart .days, .chart .dots, .chart .usual { stroke: CanvasText; } }

        """
}
