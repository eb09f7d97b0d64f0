/** Rows and sections of the account page. */
export const accountStyles = `
ul.facts { border-top: 1px solid var(--line); }
.fact { position: relative; display: flex; gap: .125rem 1rem; align-items: center; justify-content: space-between; }
.fact > .text { flex: 1 1 10rem; min-width: 0; }
.fact > form { flex: none; max-width: 60%; margin: 0; text-align: end; }
.fact > .arrow { flex: none; margin: 0; }
a.arrow::before { content: ""; position: absolute; inset: -.375rem -.75rem; border-radius: .5rem; }
a.arrow:focus-visible { outline: 0; }
a.arrow:focus-visible::before { outline: 3px solid var(--link); }
a.fact { margin: 0; color: inherit; text-decoration: none; }
.arrow::after, a.fact::after { content: ""; flex: none; display: block; width: .5rem; height: .5rem; margin-inline-end: .25rem; border: solid var(--quiet); border-width: 1.5px 1.5px 0 0; transform: rotate(45deg); }
:is(a.arrow, a.fact):dir(rtl)::after { transform: rotate(-135deg); }
summary > .arrow::after { transform: translateY(-.125rem) rotate(135deg); }
[open] > summary > .arrow::after { transform: translateY(.125rem) rotate(-45deg); }
:is(.fact:has(> .arrow), a.fact):hover { color: var(--link); }
.fact form button.link { margin: 0; text-align: end; }
.facts details { margin: 0; font-size: inherit; }
.wide .facts summary.fact { display: flex; color: inherit; text-decoration: none; list-style: none; }
summary.fact::-webkit-details-marker { display: none; }
.sections { padding: 0; background: none; border: 0; box-shadow: none; }
.sections > :is(.app, .state) { margin-top: 1rem; padding: 1.25rem 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem; }
.sections > .app > ul { border-top: 0; }
.sections > .app > form:first-child { margin-top: -1rem; }
.sections > .app > ul > :first-child { padding-top: 0; }
.sections > .app > ul > :last-child, .sections > .app > p:last-child { margin-bottom: 0; padding-bottom: 0; }
.sections > .end { margin: 1.5rem 1.5rem 0; }
.keep { display: flex; flex-wrap: wrap; gap: .75rem; margin-bottom: 1rem; }
.wide .keep > :is(a, button:not(.link)) { width: auto; min-width: 0; min-height: 0; margin: 0; padding: .5rem 1rem; font-weight: 600; }
.wide a.way.main { display: inline-flex; padding-inline: 1.5rem; }
@media print { .head > .menu, .back, .keep, a.main { display: none; } }
a.removes { color: var(--problem); }
`.trim()
