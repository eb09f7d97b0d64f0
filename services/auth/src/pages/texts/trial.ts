import type { Locale } from '@signet/i18n'

interface TrialTexts {
  readonly succeeded: string
  readonly succeededText: string
  readonly failed: string
  readonly failedText: string
}

const texts: Record<Locale, TrialTexts> = {
  en: {
    succeeded: 'The trial succeeded',
    succeededText:
      'It was a trial sign-in: nobody was signed in. Close this window and read in the console what came back.',
    failed: 'The trial failed',
    failedText:
      'It was a trial sign-in: nobody was signed in. Close this window; the console shows the reason too.',
  },
  ru: {
    succeeded: 'Пробный вход удался',
    succeededText: 'Никто не вошёл в систему. Закройте это окно: полученные данные показаны в консоли.',
    failed: 'Пробный вход не удался',
    failedText: 'Никто не вошёл в систему. Закройте это окно: причина показана и в консоли.',
  },
  'zh-CN': {
    succeeded: '测试登录成功',
    succeededText: '没有账号因此登录。请关闭此窗口，并在控制台查看返回的信息。',
    failed: '测试登录失败',
    failedText: '没有账号因此登录。请关闭此窗口；控制台中也会显示原因。',
  },
}

export const trialTextsOf = (locale: Locale): TrialTexts => texts[locale]
