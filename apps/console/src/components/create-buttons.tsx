import type { LinkProps } from '@tanstack/react-router'
import { t } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from './link.tsx'

interface CreateButtonsProps {
  readonly form: { readonly isPending: boolean }
  readonly label: string
  readonly cancel: LinkProps
}

export const CreateButtons = ({ form, label, cancel }: CreateButtonsProps) => (
  <>
    <Button type="submit" kind="primary" isPending={form.isPending}>
      {label}
    </Button>
    <ButtonLink {...cancel} kind="quiet">
      {t.common.cancel}
    </ButtonLink>
  </>
)
