/** Rows of choices, titles with an action at their end, empty lists, and folded parts. */
export const rowStyles = `
button.row { display: flex; gap: .75rem; align-items: center; min-height: 3.5rem; margin: 0; padding: .625rem 1rem; text-align: start; font-weight: 600; font-size: .9375rem; line-height: 1.35;
  color: var(--text); background: none; border-color: var(--edge); }
button.row > span:not(.letter) { flex: 1; min-width: 0; overflow-wrap: break-word; }
button.row:hover { border-color: var(--quiet); background: none; }
button.row::after { content: ""; flex: none; width: .5rem; height: .5rem; border: solid var(--quiet); border-width: 1.5px 1.5px 0 0; transform: rotate(45deg); }
button.row:dir(rtl)::after { transform: rotate(-135deg); }
form.choices { display: grid; grid-template-columns: minmax(0, 1fr); gap: .75rem; margin-top: 1.25rem; }
.choices .icon { flex: none; margin-inline: .375rem; color: var(--quiet); }
.titled { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; margin-bottom: .5rem; }
.titled > h2, .titled > form { margin: 0; }
.empty { display: grid; justify-items: center; gap: .5rem; padding: 1.5rem 1rem; text-align: center; color: var(--quiet); }
.empty + .small { margin-top: 0; text-align: center; }
.empty .icon { width: 1.75rem; height: 1.75rem; }
summary { display: flex; gap: .5rem; align-items: center; cursor: pointer; color: var(--quiet); list-style: none; }
summary::-webkit-details-marker { display: none; }
summary:not(.fact) { width: fit-content; }
summary:not(.fact)::after { content: ""; flex: none; width: .375rem; height: .375rem; margin-inline-end: .375rem; border: solid; border-width: 0 1.5px 1.5px 0; transform: translateY(-.125rem) rotate(45deg); }
[open] > summary:not(.fact)::after { transform: translateY(.125rem) rotate(-135deg); }
`.trim()
