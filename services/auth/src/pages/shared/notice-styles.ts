/** Tints and signs of problems, warnings, confirmations and information. */
export const noticeStyles = `
.problem, .notice { position: relative; padding: .75rem .875rem; padding-inline-start: 2.75rem; border-radius: .625rem; background: var(--tint); }
:is(.problem, .notice)::before { content: "!" / ""; position: absolute; inset-inline-start: .875rem; top: .9375rem; width: 1.125rem; height: 1.125rem; border-radius: 50%;
  font: 700 .75rem/1.125rem sans-serif; text-align: center; color: var(--tint); background: var(--shade); }
.problem { --tint: var(--problem-ground); --shade: var(--problem); color: var(--problem); }
.notice { --tint: var(--notice-ground); --shade: var(--notice); }
.notice.good { --tint: var(--good-ground); --shade: var(--good); }
.notice.good::before { content: "\\2713" / ""; }
.notice.info { --tint: var(--info-ground); --shade: var(--info); }
.notice.info::before { content: "i" / ""; }
.notice > a { margin: 0; color: inherit; }
.notice > :first-child { margin-top: 0; }
.notice > :last-child { margin-bottom: 0; }
`.trim()
