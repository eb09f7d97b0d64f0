/** System fonts, two color schemes, contrast of at least WCAG AA. */
export const style = `
:root { color-scheme: light dark; --ground: #f4f5f7; --card: #fff; --text: #16191f; --quiet: #5a6270; --line: #d5d9e0;
  --accent: #1f5fd0; --get: #0b6b3a; --post: #1f5fd0; --put: #8a4b00; --delete: #a3151d; }
@media (prefers-color-scheme: dark) { :root { --ground: #101318; --card: #191d24; --text: #e9ecf1; --quiet: #a3acba;
  --line: #39414e; --accent: #8ab4ff; --get: #6fd39b; --post: #8ab4ff; --put: #f0b56b; --delete: #ffb3b0; } }
* { box-sizing: border-box; }
html { font: 100%/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; scroll-padding-top: 1rem; }
body { margin: 0; background: var(--ground); color: var(--text); display: grid; grid-template-columns: 16rem minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100dvh; overflow: auto; padding: 1.5rem 1rem; border-right: 1px solid var(--line); background: var(--card); }
nav strong { display: block; margin-bottom: 1rem; }
nav ol { margin: 0; padding: 0; list-style: none; }
nav form { display: grid; gap: .25rem; margin-bottom: 1rem; font-size: .875rem; }
nav input { width: 100%; padding: .375rem .5rem; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--quiet); border-radius: .375rem; }
nav a[aria-current] { color: var(--text); background: var(--ground); font-weight: 600; }
nav strong a { padding: 0; font-size: 1rem; color: inherit; }
.index { padding: 0; list-style: none; } .index li { padding: .25rem 0; } .index .route { display: inline-block; margin: 0 0 0 .5rem; color: var(--quiet); }
nav a { display: block; padding: .1875rem .5rem; font-size: .875rem; color: var(--quiet); text-decoration: none; border-radius: .375rem; }
nav a:hover { color: var(--text); background: var(--ground); }
main { padding: 2rem clamp(1rem, 4vw, 3rem); max-width: 62rem; }
h1 { margin: 0 0 .5rem; font-size: 1.75rem; letter-spacing: -.01em; }
h2 { margin: 3rem 0 1rem; font-size: 1.25rem; }
h3 { margin: 0; font-size: 1.0625rem; }
p { margin: .5rem 0; }
article { margin: 0 0 1rem; padding: 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; }
article:target { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
.route { margin: .5rem 0; font: .875rem/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere; }
.route b { margin-right: .5rem; }
.get { color: var(--get); } .post { color: var(--post); } .put, .patch { color: var(--put); } .delete { color: var(--delete); }
.quiet { color: var(--quiet); font-size: .875rem; }
.kind { margin-left: .5rem; padding: .0625rem .5rem; font-size: .75rem; color: var(--quiet); border: 1px solid var(--line); border-radius: 1rem; white-space: nowrap; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .875rem; }
th { padding: .375rem .75rem .375rem 0; text-align: left; font-weight: 600; color: var(--quiet); border-bottom: 1px solid var(--line); }
td { padding: .375rem .75rem .375rem 0; vertical-align: top; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
tr:last-child td { border-bottom: 0; }
code, pre { font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; }
pre { margin: .5rem 0 0; padding: .75rem; overflow-x: auto; background: var(--ground); border: 1px solid var(--line); border-radius: .5rem; }
details { margin-top: .75rem; }
article summary { cursor: pointer; font-size: .875rem; font-weight: 600; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .25rem; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto; max-height: 40dvh; border-right: 0; border-bottom: 1px solid var(--line); } }
`.trim()
