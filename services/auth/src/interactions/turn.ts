import { chooseLocale, type Locale } from '../pages/locale.ts'
import type { Interaction } from './types.ts'

export const localeOf = ({ ctx, interaction }: Interaction): Locale =>
  chooseLocale(interaction.params.ui_locales, ctx.get('accept-language'))

/** Address of a step of the interaction; of its first page without one. */
export const addressOf = ({ context, interaction }: Interaction, step?: string): string =>
  `${context.mountPath}/interaction/${interaction.uid}${step ? `/${step}` : ''}`
