/** Rows and sections of the account page. */
export const accountStyles = `
ul.facts { border-top: 1px solid var(--line); }
.fact { display: flex; gap: .125rem 1rem; align-items: flex-start; justify-content: space-between; }
.fact > .text { flex: 1 1 10rem; min-width: 0; }
.fact > :is(a, form, .verb) { flex: 0 1 auto; margin: 0; max-width: 45%; text-align: end; }
.fact .verb { color: var(--link); text-decoration: underline; }
.fact > form { flex: none; max-width: 60%; }
.fact form button.link { margin: 0; text-align: end; }
.facts details { margin: 0; font-size: inherit; }
.wide .facts summary.fact { display: flex; color: inherit; text-decoration: none; list-style: none; }
summary.fact::-webkit-details-marker { display: none; }
summary.fact:hover .verb { color: var(--text); }
.sections { padding: 0; background: none; border: 0; box-shadow: none; }
.sections > :is(.app, .state) { margin-top: 1rem; padding: 1.25rem 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem; }
.sections > .app > ul { border-top: 0; }
.sections > nav > ul { margin: 0; }
.sections > .app > ul > :first-child { padding-top: 0; }
.sections > .app > ul > :last-child, .sections > .app > p:last-child { margin-bottom: 0; padding-bottom: 0; }
.sections > .end { margin: 1.5rem 1.5rem 0; }
a.removes { color: var(--problem); }
`.trim()
