/** Fields for codes, and codes and keys that the user copies. */
export const codeStyles = `
input.code { direction: ltr; text-align: center; text-transform: uppercase; font: 500 1.25rem/1.75rem var(--mono); letter-spacing: .12em; text-indent: .12em; }
input.slots { --slots: 6; --pitch: 2.5ch; --gap: .5ch; --wide: calc(var(--slots) * var(--pitch) - var(--gap)); text-align: left; text-indent: 0; font-size: 1.5rem; letter-spacing: calc(var(--pitch) - 1ch);
  padding-inline: calc(50% - var(--wide) / 2 + (var(--pitch) - var(--gap) - 1ch) / 2) 0;
  background: repeating-linear-gradient(90deg, var(--slot) 0 calc(var(--pitch) - var(--gap)), transparent 0 var(--pitch)) 50% / var(--wide) 2.25rem no-repeat var(--card); }
input.eight { --slots: 8; --pitch: 1.9ch; --gap: .4ch; }
@media (min-width: 26rem) { input.slots { --pitch: 3.2ch; } input.eight { --pitch: 2.5ch; } }
.keyed { margin: 1rem 0; text-align: center; }
.keyed > .shown-code { margin: 0 0 .5rem; }
button.copy { min-height: 0; font-size: .9375rem; }
.shown-code { margin: 1rem 0; direction: ltr; padding: .875rem; text-align: center; font: 500 1.5rem/1.2 var(--mono);
  letter-spacing: .12em; border: 1px solid var(--line); border-radius: .625rem; }
svg.qr { display: block; width: 100%; max-width: 13rem; margin: 1rem auto; border-radius: .5rem; }
.shown-code.key { font-size: 1rem; letter-spacing: .06em; overflow-wrap: anywhere; text-wrap: balance; }
.shown-codes { display: grid; gap: 0 1rem; margin: 1rem 0; padding: .5rem .875rem; direction: ltr;
  list-style: none; text-align: center; font: 500 1rem/1.4 var(--mono); border: 1px solid var(--line); border-radius: .625rem; }
.shown-codes li { padding: .375rem 0; border: 0; }
`.trim()
