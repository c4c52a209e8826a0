import type { Texts } from './words.tsx'

const en = {
  view: 'Show as',
  views: { desktop: 'Desktop', phone: 'Phone', text: 'Text' },
  dark: 'Dark',
  frame: (subject: string) => `The mail: ${subject}`,
}

export const mailFrameTexts: Texts<typeof en> = {
  en,
  'pt-BR': {
    view: 'Mostrar como',
    views: { desktop: 'Computador', phone: 'Celular', text: 'Texto' },
    dark: 'Escuro',
    frame: subject => `O e-mail: ${subject}`,
  },
  es: {
    view: 'Mostrar como',
    views: { desktop: 'Ordenador', phone: 'Móvil', text: 'Texto' },
    dark: 'Oscuro',
    frame: subject => `El correo: ${subject}`,
  },
}
