// Uses the same key as src/theme.ts.
const theme = localStorage.getItem('signet.theme')
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
