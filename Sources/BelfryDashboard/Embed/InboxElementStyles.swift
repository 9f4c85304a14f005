extension Assets {
    /// How `<belfry-inbox>` looks where an app says nothing else, by the custom properties and parts that the guide names.
    ///
    /// Every text colour keeps a contrast of at least 4.5 to 1 to the surface. It stands in a script between backticks, so it has none, and no `\` or `$`.
    static let inboxElementStyles = """
        :host {
          color-scheme: light dark; display: inline-block; position: relative;
          --surface: var(--belfry-surface, #fffdf9); --sunken: var(--belfry-sunken, #f0ece3); --edge: var(--belfry-edge, #ddd6c8);
          --ink: var(--belfry-ink, #2a2723); --soft: var(--belfry-soft, #655f55); --accent: var(--belfry-accent, #8f4a17);
          --attention: var(--belfry-attention, #8a5a00); --critical: var(--belfry-critical, #a92b22);
          font: var(--belfry-font, 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif);
        }
        :host([hidden]) { display: none; }
        @media (prefers-color-scheme: dark) {
          :host {
            --surface: var(--belfry-surface, #211f1c); --sunken: var(--belfry-sunken, #2a2824); --edge: var(--belfry-edge, #3c3933);
            --ink: var(--belfry-ink, #ece7dd); --soft: var(--belfry-soft, #aea69a); --accent: var(--belfry-accent, #eda46c);
            --attention: var(--belfry-attention, #e6b455); --critical: var(--belfry-critical, #f4938a);
          }
        }
        *, ::before, ::after { box-sizing: border-box; }
        [hidden] { display: none !important; }
        .root { color: var(--ink); text-align: start; overflow-wrap: break-word; }
        h2, h3, p, ul, figure { margin: 0; padding: 0; }
        ul { list-style: none; }
        h2 { font-size: 1.15rem; }
        h3 { font-size: 1rem; font-weight: 500; }
        .unread h3 { font-weight: 650; }
        .aside { color: var(--soft); font-size: .875rem; }
        .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
        button, summary, .button {
          display: inline-flex; align-items: center; min-height: 2.25rem; padding: .3rem .75rem; border: 1px solid var(--edge); border-radius: 2rem;
          background: var(--sunken); color: var(--ink); font: inherit; font-size: .875rem; text-decoration: none; cursor: pointer;
          transition: border-color .15s;
        }
        button:hover, summary:hover, .button:hover { border-color: var(--soft); }
        button[aria-disabled="true"] { opacity: .6; cursor: progress; }
        :focus { outline: none; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        .bell { position: relative; justify-content: center; width: 2.75rem; height: 2.75rem; padding: 0; background: var(--surface); }
        .bell svg { width: 1.4rem; height: 1.4rem; fill: var(--accent); }
        .bell[data-state="lost"] svg, .bell[data-state="ended"] svg { fill: none; stroke: var(--soft); stroke-width: 1.5; }
        .count {
          position: absolute; inset-block-start: -.35rem; inset-inline-end: -.35rem; min-width: 1.4rem; padding: 0 .35rem; border-radius: 1rem;
          background: var(--accent); color: var(--surface); font-size: .75rem; font-weight: 650; line-height: 1.4rem; font-variant-numeric: tabular-nums;
        }
        .panel {
          position: absolute; inset-block-start: calc(100% + .4rem); inset-inline-end: 0; z-index: var(--belfry-layer, 1000); display: flex;
          flex-direction: column; width: min(25rem, 100vw - 1rem); max-height: min(36rem, 80vh); border: 1px solid var(--edge); border-radius: .9rem;
          background: var(--surface); box-shadow: 0 6px 24px rgb(0 0 0 / .18); overflow: hidden;
        }
        :host([align="start"]) .panel { inset-inline: 0 auto; }
        header, .state, .done { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem .6rem; padding: .7rem 1rem; }
        header { border-block-end: 1px solid var(--edge); }
        header .aside { flex: 1; }
        .state, .done { justify-content: space-between; background: var(--sunken); }
        .state .aside { color: var(--ink); }
        .scroll { flex: 1; overflow: auto; overscroll-behavior: contain; }
        .scroll > p, .scroll > button { margin: 1rem; }
        li + li { border-block-start: 1px solid var(--edge); }
        article { display: grid; gap: .25rem; padding: .8rem 1rem; border-inline-start: 4px solid transparent; }
        article.unread { border-inline-start-color: var(--accent); }
        article:not(.unread) h3, article:not(.unread) .words { color: var(--soft); }
        article:focus-visible, ul:focus-visible { outline-offset: -3px; }
        .attention .severity { color: var(--attention); }
        .critical .severity { color: var(--critical); }
        .severity { font-weight: 650; }
        .dot { width: .625rem; height: .625rem; margin-inline-end: .3rem; }
        .words { white-space: pre-line; font-size: .9375rem; }
        img { display: block; max-width: 100%; max-height: 12rem; border-radius: .5rem; }
        .actions { display: flex; flex-wrap: wrap; align-items: start; gap: .4rem; margin-block-start: .3rem; }
        summary { list-style: none; }
        summary::-webkit-details-marker { display: none; }
        details[open] { display: flex; flex-wrap: wrap; gap: .4rem; }
        @media (pointer: coarse) { button, summary, .button { min-height: 2.75rem; } }
        @media (max-width: 30rem) { .panel { position: fixed; inset: auto 0 0; width: auto; max-height: 85vh; border-radius: .9rem .9rem 0 0; } }
        @media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
        @media (forced-colors: active) { .bell svg { fill: ButtonText; } .count { border: 1px solid; } article.unread { border-inline-start-color: Highlight; } }

        """
}
