import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { candidates } from '../src/commands/completion.ts'
import { createProgram } from '../src/program.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const program = createProgram()

const scriptOf = (shell: string): string =>
  execFileSync(process.execPath, [main, 'completion', shell], { encoding: 'utf8' })

const isInstalled = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0

describe('completion:', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['commands', [], ['users', 'export', 'call', '--version']],
    ['commands of a command', ['users'], ['import', 'export']],
    ['options of a command', ['users', 'import', 'file.json'], ['--from', '--link', '--report']],
    ['values of an option', ['users', 'import', 'file.json', '--from'], ['okta', 'ndjson']],
    ['operations', ['call'], ['project_list', 'project_user_export']],
    ['values of an argument', ['completion'], ['bash', 'zsh', 'fish']],
  ])('the candidates have %s', (_what, words, expected) => {
    expect(candidates(program, words)).toEqual(expect.arrayContaining([...expected]))
  })

  it('an option with a free value has no candidates, so that the shell completes files', () => {
    expect(candidates(program, ['users', 'export', '--out'])).toEqual([])
  })

  it('the hidden command is no candidate', () => {
    expect(candidates(program, [])).not.toContain('complete')
  })

  it('bash completes a command by the printed script', () => {
    const test = `signet() { "${process.execPath}" "${main}" "$@"; }
${scriptOf('bash')}
COMP_WORDS=(signet users im); COMP_CWORD=2; _signet; echo "\${COMPREPLY[@]}"
COMP_WORDS=(signet users import f --from ok); COMP_CWORD=5; _signet; echo "\${COMPREPLY[@]}"`
    expect(execFileSync('bash', ['-c', test], { encoding: 'utf8' })).toBe('import\nokta\n')
  })

  it.each(['zsh', 'fish'].filter(isInstalled))('the script of %s has no syntax error', (shell) => {
    expect(spawnSync(shell, ['-n'], { input: scriptOf(shell) }).status).toBe(0)
  })

  it('an unknown shell is refused with the known ones', () => {
    const { status, stderr } = spawnSync(process.execPath, [main, 'completion', 'tcsh'], { encoding: 'utf8' })
    expect(status).not.toBe(0)
    expect(stderr).toContain('bash, zsh, fish')
  })
})
