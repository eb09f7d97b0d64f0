export const secretReveals = {
  title: 'A secret for you',
  madeBy: (agent: string, act: string) => `${agent}, acting for you, made it: ${act}.`,
  call: 'What the agent asked for',
  once: 'The secret is shown once',
  onceText:
    'Nobody else can read it, and the agent has not seen it. Store it where it belongs before you leave this page.',
  reveal: 'Reveal the secret',
  expires: 'Expires',
}
