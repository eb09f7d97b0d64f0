import type { Locale } from '@signet/i18n'
import type { FailureReason } from '../../federation/provider-state.ts'

export type FederationReason = FailureReason

interface FederationTexts {
  readonly or: string
  readonly with: (provider: string) => string
  readonly more: string
  readonly leaving: (provider: string) => string
  readonly leavingText: string
  readonly failed: Readonly<Record<FederationReason, (provider: string) => string>>
  readonly signOut: {
    readonly still: (provider: string) => string
    readonly too: (provider: string) => string
  }
  readonly claim: {
    readonly title: string
    readonly text: (email: string, provider: string) => string
    readonly password: string
    readonly confirm: string
    readonly send: string
    readonly sent: (email: string) => string
    readonly other: string
  }
}

/** Texts about signing in through an upstream provider. */
const texts: Readonly<Record<Locale, FederationTexts>> = {
  en: {
    or: 'or',
    with: (provider) => `Continue with ${provider}`,
    more: 'More sign-in options',
    leaving: (provider) => `Going on to ${provider}`,
    leavingText: 'You sign in there with this address. If nothing happens, follow the link.',
    failed: {
      cancelled: (provider) => `Signing in with ${provider} was cancelled.`,
      unavailable: (provider) => `${provider} could not sign you in right now. Please try again in a moment.`,
      not_fresh: (provider) =>
        `You are asked to sign in again, and ${provider} did not confirm that you just did. Sign in another way, or ask your administrator.`,
      gone: () => 'This way to sign in is not offered here any more.',
      not_allowed: () => 'You cannot sign in here. Ask your administrator.',
      domain_not_allowed: (provider) =>
        `The address of this account may not be used here. Choose another account at ${provider}.`,
      not_invited: () => 'There is no account for you here yet. Ask your administrator to add you.',
      address_in_use: () =>
        'Another account here already has this address. Sign in to it in the way you used before, or ask your administrator.',
      sign_ups_paused: () => 'Nobody new can join here at the moment. Existing accounts work as usual.',
    },
    signOut: {
      still: (provider) => `You may still be signed in at ${provider}.`,
      too: (provider) => `Sign out of ${provider} too`,
    },
    claim: {
      title: 'Is this your account?',
      text: (email, provider) =>
        `There is an account with the address ${email} already. Prove once that it is yours, and you can sign in to it with ${provider}.`,
      password: 'Password of this account',
      confirm: 'Connect the account',
      send: 'Send a code to this address',
      sent: (email) => `We sent a message with a code to ${email}. Enter the code here.`,
      other: 'Sign in another way',
    },
  },
  ru: {
    or: 'или',
    with: (provider) => `Продолжить через ${provider}`,
    more: 'Другие способы входа',
    leaving: (provider) => `Переход к ${provider}`,
    leavingText: 'С этим адресом нужно войти там. Если ничего не происходит, перейдите по ссылке.',
    failed: {
      cancelled: (provider) => `Вход через ${provider} отменён.`,
      unavailable: (provider) =>
        `Сейчас не удалось войти через ${provider}. Попробуйте ещё раз через минуту.`,
      not_fresh: (provider) =>
        `Нужно войти заново, а ${provider} не подтверждает, что вы только что это сделали. Войдите другим способом или обратитесь к администратору.`,
      gone: () => 'Этот способ входа здесь больше не предлагается.',
      not_allowed: () => 'Вы не можете войти здесь. Обратитесь к администратору.',
      domain_not_allowed: (provider) =>
        `Адрес этой учётной записи здесь использовать нельзя. Выберите в ${provider} другую учётную запись.`,
      not_invited: () => 'Здесь ещё нет вашей учётной записи. Попросите администратора добавить вас.',
      address_in_use: () =>
        'Этот адрес уже есть у другой учётной записи. Войдите в неё прежним способом или обратитесь к администратору.',
      sign_ups_paused: () =>
        'Сейчас новых участников не принимают. Существующие учётные записи работают как обычно.',
    },
    signOut: {
      still: (provider) => `Возможно, вы всё ещё вошли в ${provider}.`,
      too: (provider) => `Выйти и из ${provider}`,
    },
    claim: {
      title: 'Это ваша учётная запись?',
      text: (email, provider) =>
        `Учётная запись с адресом ${email} уже есть. Один раз подтвердите, что она ваша, и вы сможете входить в неё через ${provider}.`,
      password: 'Пароль этой учётной записи',
      confirm: 'Связать учётную запись',
      send: 'Отправить код на этот адрес',
      sent: (email) => `Мы отправили письмо с кодом на ${email}. Введите код здесь.`,
      other: 'Войти другим способом',
    },
  },
  'zh-CN': {
    or: '或',
    with: (provider) => `使用 ${provider} 继续`,
    more: '更多登录方式',
    leaving: (provider) => `正在前往 ${provider}`,
    leavingText: '请在那里使用此地址登录。如果没有自动跳转，请点击链接。',
    failed: {
      cancelled: (provider) => `已取消通过 ${provider} 登录。`,
      unavailable: (provider) => `目前无法通过 ${provider} 登录，请稍后重试。`,
      not_fresh: (provider) =>
        `您需要重新登录，但 ${provider} 未确认您刚刚重新登录。请使用其他方式登录，或联系管理员。`,
      gone: () => '此处不再提供该登录方式。',
      not_allowed: () => '您无法在此登录，请联系管理员。',
      domain_not_allowed: (provider) => `此账号的地址不能在此使用。请在 ${provider} 选择其他账号。`,
      not_invited: () => '此处还没有您的账号，请联系管理员添加。',
      address_in_use: () => '此地址已被另一个账号使用。请用原来的方式登录该账号，或联系管理员。',
      sign_ups_paused: () => '目前不接受新成员加入。现有账号不受影响。',
    },
    signOut: {
      still: (provider) => `您可能仍处于 ${provider} 的登录状态。`,
      too: (provider) => `同时退出 ${provider}`,
    },
    claim: {
      title: '这是您的账号吗？',
      text: (email, provider) =>
        `已有账号使用地址 ${email}。请证明一次该账号属于您，之后即可通过 ${provider} 登录。`,
      password: '此账号的密码',
      confirm: '关联账号',
      send: '向此地址发送验证码',
      sent: (email) => `我们已向 ${email} 发送了包含验证码的邮件。请在此输入验证码。`,
      other: '使用其他方式登录',
    },
  },
}

export const federationTextsOf = (locale: Locale): FederationTexts => texts[locale]
