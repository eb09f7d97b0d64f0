/** Fields for codes, and codes and keys that the user copies. */
export const codeStyles = `
input.code { letter-spacing: .12em; text-transform: uppercase; font-variant-numeric: tabular-nums; }
input.code[inputmode=numeric] { --slots: 6; --wide: calc(var(--slots) * 1.75ch - .75ch); direction: ltr; padding: .625rem 0 .875rem; padding-left: calc(50% - var(--wide) / 2);
  font: 500 1.5rem/1.25 ui-monospace, SFMono-Regular, Menlo, monospace; letter-spacing: .75ch;
  background: repeating-linear-gradient(90deg, var(--edge) 0 1ch, transparent 1ch 1.75ch) 50% calc(100% - .625rem) / var(--wide) 2px no-repeat var(--card); }
input.code.eight { --slots: 8; }
.keyed { margin: 1rem 0; text-align: center; }
.keyed > .shown-code { margin: 0 0 .5rem; }
button.copy { min-height: 0; font-size: .9375rem; }
.shown-code { margin: 1rem 0; direction: ltr; padding: .875rem; text-align: center; font: 600 1.5rem/1.2 ui-monospace, SFMono-Regular, Menlo, monospace;
  letter-spacing: .12em; border: 1px solid var(--line); border-radius: .625rem; }
svg.qr { display: block; width: 100%; max-width: 13rem; margin: 1rem auto; border-radius: .5rem; }
.shown-code.key { font-size: 1rem; letter-spacing: .06em; overflow-wrap: anywhere; text-wrap: balance; }
.shown-codes { display: grid; gap: 0 1rem; margin: 1rem 0; padding: .5rem .875rem; direction: ltr;
  list-style: none; text-align: center; font: 600 1rem/1.4 ui-monospace, SFMono-Regular, Menlo, monospace; border: 1px solid var(--line); border-radius: .625rem; }
.shown-codes li { padding: .375rem 0; border: 0; }
`.trim()
