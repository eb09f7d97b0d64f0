import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

interface Section {
  readonly title: string
  readonly how: string
  readonly figures: { readonly name: string; readonly figure: string; readonly aim: string }[]
}

const sections: Section[] = []

export function heading(title: string, how: string): void {
  sections.push({ title, how, figures: [] })
  console.log(`\n${title} (after ${Math.round(performance.now() / 1000)} s)\n  ${how}`)
}

export function line(name: string, figure: string, aim: string): void {
  sections.at(-1)?.figures.push({ name, figure: figure.trim(), aim })
  console.log(`  ${name.padEnd(42)} ${figure.padEnd(42)} ${aim}`)
}

export function writeResults(file: string, run: { readonly commit: string; readonly machine: string }): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify({ ...run, at: new Date().toISOString(), sections }, null, 2)}\n`)
  console.log(`\nThe figures are in ${file}.`)
}
