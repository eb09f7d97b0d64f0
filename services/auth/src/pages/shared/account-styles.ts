/** Rows and sections of the account page. */
export const accountStyles = `
ul.facts { border-top: 1px solid var(--line); }
.fact { position: relative; display: flex; gap: .125rem 1rem; align-items: center; justify-content: space-between; }
.fact > .text { flex: 1 1 10rem; min-width: 0; }
.person { display: flex; gap: .75rem; align-items: center; line-height: 1.4; }
.person > div { flex: 1; min-width: 0; }
.person > .letter { width: 3rem; height: 3rem; font-size: 1.25rem; font-weight: 600; }
.picked { align-items: start; }
.picked > .letter { margin-top: 2.6875rem; }
.page > :is(form, .person) + .facts { margin-top: 1.5rem; }
.page > .facts:last-child > li:last-child { padding-bottom: 0; }
.person .kind { margin-inline-start: 0; }
.text > strong { display: block; }
.fact > form { flex: none; margin: 0; }
.fact > .arrow { flex: none; margin: 0; }
a.arrow::before { content: ""; position: absolute; inset: -.375rem -.75rem; border-radius: .5rem; }
a.arrow:focus-visible { outline: 0; }
a.arrow:focus-visible::before { outline: 3px solid var(--link); }
a.fact { margin: 0; color: inherit; text-decoration: none; }
.fact > .icon { flex: none; color: var(--quiet); }
.arrow::after, a.fact::after { content: ""; flex: none; display: block; width: .5rem; height: .5rem; margin-inline-end: .25rem; border: solid var(--quiet); border-width: 1.5px 1.5px 0 0; transform: rotate(45deg); }
:is(.arrow, a.fact):dir(rtl)::after { transform: rotate(-135deg); }
summary > .arrow.arrow::after { transform: translateY(-.125rem) rotate(135deg); }
[open] > summary > .arrow.arrow::after { transform: translateY(.125rem) rotate(-45deg); }
:is(.fact:has(> .arrow), a.fact):hover { color: var(--link); }
.facts details { margin: 0; font-size: inherit; }
.sections .facts summary.fact { color: inherit; }
.card.sections { max-width: 37rem; padding: 0; background: none; border: 0; box-shadow: none; }
body:has(.sections) { align-content: start; }
.rail { display: none; }
.panel, .rows > .app { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; }
.panel { margin-top: 1rem; }
.panel:not(.page) > *, .panel.page, .rows > .app { padding: 1.25rem 1.5rem; }
.panel:not(.page) > * + * { border-top: 1px solid var(--line); }
.page > :first-child, .page > section:first-child > h2 { margin-top: 0; }
.page > :last-child:not(.problem, .notice, .way) { margin-bottom: 0; padding-bottom: 0; }
.page > form:first-child { margin-top: -1rem; }
.rows { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; margin-top: 1rem; }
.rows > .app { margin: 0; scroll-margin-top: 1rem; }
.rows h2 { margin-bottom: .25rem; }
.rows ul.facts { margin: 0; border-top: 0; }
.rows .app > p { margin-bottom: .5rem; }
.rows > .app > ul > :last-child, .rows > .app > p:last-child { margin-bottom: 0; padding-bottom: 0; }
.state { display: grid; grid-template-columns: auto 1fr; gap: 0 .875rem; }
.state > * { grid-column: 2; }
.state .sign { grid-column: 1; grid-row: 1 / span 3; }
.state h2 { margin: .25rem 0 0; font-size: 1rem; }
.state p { margin: .125rem 0 0; }
.state button, .state a.way { width: auto; justify-self: start; margin-top: .75rem; padding: .5rem 1rem; min-height: 0; }
button.ghost.ghost { width: auto; margin: 0; padding: .3125rem .75rem; font-size: .875rem; white-space: nowrap; color: var(--text); background: none; border-color: var(--line); }
button.ghost.ghost:hover { border-color: currentColor; }
button.ghost.removes.removes { color: var(--problem); }
@media (min-width: 30rem) { time { white-space: nowrap; } }
@media (min-width: 45rem) {
  .card.sections { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 0 1.5rem; max-width: 60rem; }
  .sections > .head { grid-column: 1 / -1; }
  .rail { display: block; position: sticky; top: 1.5rem; align-self: start; margin-top: 3rem; }
  .rail ul { margin: 0; scroll-target-group: auto; }
  .rail li { padding: 0; border: 0; }
  .rail a { display: block; font-size: .9375rem; margin: 0 0 .125rem; padding: .5rem .75rem; line-height: 1.3; color: var(--quiet); text-decoration: none; border-radius: .5rem; }
  .rail a:hover { color: var(--text); background: var(--card); }
  .rail [aria-current] { font-weight: 600; color: var(--text); background: var(--card); }
  .rail a:target-current { font-weight: 600; color: var(--text); background: var(--card); }
  .panel.page { max-width: 38rem; }
}
@media (min-width: 60rem) {
  .rows .text:has(> strong) { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 0 1rem; align-items: baseline; }
  .rows > .app > ul > li > details > :not(summary) { margin-inline-start: 12rem; }
  .rows details .text.text { display: block; }
  .rows summary > .text.text:has(> strong) { display: grid; }
}
@media (max-width: 59.99rem) {
  .fact:has(> form) { display: grid; grid-template-columns: 1fr auto; }
  .fact:has(> form) > .text { display: contents; }
  .fact:has(> form) .quiet { grid-column: 1 / -1; }
  .fact > form { grid-area: 1 / 2; }
}
@media (max-width: 30rem) {
  .panel:not(.page) > *, .panel.page, .rows > .app { padding: 1rem 1.25rem; }
  .state > form, .state > a.way { grid-column: 1 / -1; } .state button, .state a.way { width: 100%; }
}
.keep { display: flex; flex-wrap: wrap; gap: .75rem; margin-bottom: 1rem; }
.wide .keep > :is(a, button:not(.link)) { width: auto; min-width: 0; min-height: 0; margin: 0; padding: .5rem 1rem; font-weight: 600; }
.wide a.way.main { display: inline-flex; padding-inline: 1.5rem; }
@media print { .head > .menu, .rail, .back, .keep, a.main { display: none; } }
a.removes.removes { color: var(--problem); }
`.trim()
