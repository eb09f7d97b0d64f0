export const heading = (title: string, how: string): void => console.log(`\n${title}\n  ${how}`)

export const line = (name: string, figure: string, aim: string): void =>
  console.log(`  ${name.padEnd(42)} ${figure.padEnd(42)} ${aim}`)
