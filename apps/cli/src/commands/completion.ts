import { Argument, type Command } from 'commander'

const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

const hidden = 'complete'

/** Each script sends the words before the cursor to the hidden command; the shell filters by the current word. */
const scripts: Readonly<Record<Shell, string>> = {
  bash: `_signet() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(signet ${hidden} -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _signet signet`,
  zsh: `#compdef signet
_signet() {
  local -a found
  found=(\${(f)"$(signet ${hidden} -- "\${(@)words[2,CURRENT-1]}" 2>/dev/null)"})
  if (( \${#found} )); then compadd -a found; else _files; fi
}
compdef _signet signet`,
  fish: `function __signet_complete
  set -l words (commandline -opc)
  signet ${hidden} -- $words[2..-1] 2>/dev/null
end
complete -c signet -a '(__signet_complete)'`,
}

export function candidates(program: Command, words: readonly string[]): string[] {
  let command = program
  for (const word of words) {
    const next = command.commands.find((one) => one.name() === word)
    if (next) command = next
  }
  const last = words.at(-1)
  const option = command.options.find(({ long, short }) => last !== undefined && [long, short].includes(last))
  if (option && (option.required || option.optional)) return [...(option.argChoices ?? [])]
  const values = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
  const names = command.commands.map((one) => one.name()).filter((name) => name !== hidden)
  return [...names, ...values, ...command.options.flatMap(({ long }) => (long ? [long] : []))]
}

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'shell of the script').choices(shells))
    .addHelpText(
      'after',
      `
Examples:
  source <(signet completion bash)          in ~/.bashrc
  source <(signet completion zsh)           in ~/.zshrc
  signet completion fish > ~/.config/fish/completions/signet.fish`,
    )
    .action((shell: Shell) => void process.stdout.write(`${scripts[shell]}\n`))
  program
    .command(hidden, { hidden: true })
    .argument('[words...]')
    .action((words: readonly string[]) => {
      for (const candidate of candidates(program, words)) process.stdout.write(`${candidate}\n`)
    })
}
