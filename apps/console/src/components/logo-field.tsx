import { limits } from '@signet/contracts'
import { ImageIcon } from 'lucide-react'
import { type ChangeEvent, useId, useState } from 'react'
import { t } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { cx } from '../ui/cx.ts'
import { FieldLabel, FieldNotes } from '../ui/field.tsx'

interface LogoFieldProps {
  readonly label: string
  readonly hint: string
  readonly isDisabled: boolean
  readonly error: string | undefined
  /** Data URL; empty without a logo. */
  readonly value: string
  readonly onChange: (value: string) => void
}

const types = ['image/png', 'image/jpeg', 'image/webp']

const read = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error('The file could not be read.'))
    reader.readAsDataURL(file)
  })

/** Backgrounds of the pages of users in both color schemes. */
const grounds = ['bg-white', 'bg-[#191d24]']

const Preview = ({ url }: { readonly url: string }) => (
  <span className="flex gap-2">
    {grounds.map((ground) => (
      <img
        key={ground}
        src={url}
        alt=""
        className={cx('h-12 max-w-32 min-w-12 rounded-lg object-contain p-1 ring-1 ring-line', ground)}
      />
    ))}
  </span>
)

const NoLogo = () => (
  <span
    aria-hidden
    className="grid size-12 place-items-center rounded-lg bg-surface text-quiet ring-1 ring-line"
  >
    <ImageIcon size={18} />
  </span>
)

/** The input of the browser covers the area, so that a file dropped on it is chosen. The server checks the image too. */
export function LogoField({ label, hint, isDisabled, error, value, onChange }: LogoFieldProps) {
  const id = useId()
  const [problem, setProblem] = useState<string | undefined>()
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    target.value = ''
    if (!file) return
    const url = await read(file)
    const isFit = types.includes(file.type) && url.length <= limits.logoDataUrlCharacters
    setProblem(isFit ? undefined : t.projects.logo.problem)
    if (isFit) onChange(url)
  }
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id}>
        <FieldLabel label={label} optional />
      </label>
      <div className="relative flex flex-wrap items-center gap-3 rounded-lg border border-dashed border-edge bg-sunken p-3">
        {value ? <Preview url={value} /> : <NoLogo />}
        <span aria-hidden className={buttonStyle()}>
          {t.projects.logo.choose}
        </span>
        <input
          id={id}
          type="file"
          accept={types.join(',')}
          disabled={isDisabled}
          onChange={(event) => void choose(event)}
          className="absolute inset-0 rounded-lg text-transparent file:hidden"
        />
        {value && (
          <Button kind="quiet" className="z-1" isDisabled={isDisabled} onPress={() => onChange('')}>
            {t.projects.logo.remove}
          </Button>
        )}
      </div>
      <FieldNotes hint={hint} error={problem ?? error} />
    </div>
  )
}
