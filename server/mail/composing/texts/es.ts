import type { MailTexts } from './texts.ts'

export const spanish: MailTexts = {
  language: 'es',
  kinds: {
    request: {
      subject: '{name}, ¿qué te pareció {product}?',
      preheader: 'Toca una estrella para empezar. Toma cerca de un minuto.',
      heading: '¿Qué te pareció, {name}?',
      words: [
        'Gracias por tu compra en {store}. ¿Qué le dirías a alguien que piensa comprar lo mismo? Buena o mala, tu opinión sincera ayuda a otras personas a elegir y nos ayuda a mejorar.',
      ],
      button: 'Escribir mi opinión',
      why: 'Recibes este correo porque compraste en {store}.',
    },
    reminder: {
      subject: '{name}, aún puedes opinar sobre {product}',
      preheader: 'Tu opinión sincera todavía ayuda a otras personas a elegir.',
      heading: '¿Tienes un minuto, {name}?',
      words: [
        'Hace unos días te preguntamos qué te pareció tu compra en {store}. Tu opinión, sea cual sea, todavía ayuda a otras personas a elegir.',
        'Si prefieres no opinar, ignora este correo.',
      ],
      button: 'Escribir mi opinión',
      why: 'Recibes este correo porque compraste en {store}.',
    },
    review_published: {
      subject: 'Tu opinión sobre {product} ya está publicada',
      preheader: 'Otras personas ya pueden leerla. ¡Gracias!',
      heading: 'Tu opinión ya está publicada',
      words: ['¡Gracias, {name}! Quien tenga interés en {product} ya puede leer tu opinión.'],
      button: 'Ver mi opinión',
      why: 'Recibes este correo porque escribiste una opinión en {store}.',
    },
    review_rejected: {
      subject: 'Tu opinión sobre {product} no se publicó',
      preheader: 'Lee el motivo y qué puedes hacer.',
      heading: 'Tu opinión no se publicó',
      words: ['{name}, gracias por tu tiempo. El equipo de {store} leyó tu opinión y no la publicó.'],
      after:
        'Las estrellas que diste no influyeron: ninguna opinión se rechaza por su calificación. Puedes cambiar tu opinión y enviarla de nuevo.',
      button: 'Cambiar mi opinión',
      why: 'Recibes este correo porque escribiste una opinión en {store}.',
    },
    review_replied: {
      subject: '{store} respondió a tu opinión sobre {product}',
      preheader: 'Lee la respuesta de la tienda.',
      heading: '{store} te respondió',
      words: ['{name}, la tienda respondió a tu opinión sobre {product}.'],
      button: 'Ver mi opinión',
      why: 'Recibes este correo porque escribiste una opinión en {store}.',
    },
    question_received: {
      subject: 'Nueva pregunta sobre {product}',
      preheader: 'Un cliente espera tu respuesta.',
      heading: 'Tienes una pregunta nueva',
      words: [
        'Un cliente quiere saber más sobre {product}. Una respuesta rápida ayuda a este cliente y a quien tenga la misma duda después.',
      ],
      button: 'Responder pregunta',
      why: 'Recibes este correo porque esta es la dirección de contacto de {store}.',
    },
    question_answered: {
      subject: 'Ya respondieron tu pregunta sobre {product}',
      preheader: 'Lee la respuesta de la tienda.',
      heading: 'Ya respondieron tu pregunta',
      words: ['{name}, {store} respondió tu pregunta sobre {product}.'],
      button: 'Ver la respuesta',
      why: 'Recibes este correo porque hiciste una pregunta en {store}.',
    },
    confirm_review: {
      subject: 'Confirma tu opinión sobre {product}',
      preheader: 'Con un toque, tu opinión llega a la tienda.',
      heading: '¿Este correo es tuyo?',
      words: [
        'Alguien escribió una opinión sobre {product} en {store} y dejó este correo. Si fuiste tú, confírmalo con el botón de abajo.',
        'Si no fuiste tú, ignora este correo: no se publicará nada.',
      ],
      button: 'Confirmar mi correo',
      why: 'Recibes este correo porque alguien dejó esta dirección al escribir una opinión en {store}.',
    },
    confirm_question: {
      subject: 'Confirma tu pregunta sobre {product}',
      preheader: 'Con un toque, tu pregunta llega a la tienda.',
      heading: '¿Este correo es tuyo?',
      words: [
        'Alguien hizo una pregunta sobre {product} en {store} y dejó este correo para recibir la respuesta. Si fuiste tú, confírmalo con el botón de abajo.',
        'Si no fuiste tú, ignora este correo: no se enviará ni se publicará nada.',
      ],
      button: 'Confirmar mi correo',
      why: 'Recibes este correo porque alguien dejó esta dirección al hacer una pregunta en {store}.',
    },
    password_reset: {
      subject: 'Elige una nueva contraseña',
      preheader: 'El enlace es válido por una hora.',
      heading: 'Elige una nueva contraseña',
      words: [
        '{name}, alguien pidió restablecer la contraseña del panel de este correo. Si fuiste tú, elige una nueva con el botón de abajo. Funciona una sola vez, durante una hora.',
        'Si no fuiste tú, ignora este correo: tu contraseña no cambia.',
      ],
      button: 'Elegir contraseña',
      why: 'Recibes este correo porque inicias sesión con esta dirección en el panel de {store}.',
    },
    invitation: {
      subject: '{store} te invitó a su panel',
      preheader: 'La invitación es válida por siete días.',
      heading: 'Únete al equipo de {store}',
      words: [
        '{store} te invitó a atender sus opiniones y preguntas. El botón de abajo abre el panel. Funciona una sola vez, durante siete días.',
        'Si no conoces {store}, ignora este correo.',
      ],
      button: 'Aceptar la invitación',
      why: 'Recibes este correo porque un propietario de {store} invitó a esta dirección.',
    },
    webhook_disabled: {
      subject: 'Se desactivó un webhook de {store}',
      preheader: 'Respondió con errores durante cinco días.',
      heading: 'Se desactivó un webhook',
      words: [
        '{name}, {store} envía eventos a un webhook que desde hace cinco días responde con errores o no responde. Realword dejó de enviarle eventos.',
        'Lo pendiente se guarda 30 días. Repara el receptor y activa el webhook de nuevo: lo pendiente se envía enseguida.',
      ],
      button: 'Abrir el panel',
      why: 'Recibes este correo porque eres propietario de {store}.',
    },
  },
  andMore: (product, others) => `${product} y ${others} más`,
  moreOnThePage: count =>
    count === 1 ? 'Y un producto más en la página.' : `Y ${count} productos más en la página.`,
  stars: count => `${count} de 5 estrellas`,
  hint: 'Toca una estrella para empezar.',
  scale: { low: 'No me gustó', high: 'Me encantó' },
  quotes: {
    yourReview: 'Tu opinión',
    reason: 'Motivo',
    answer: 'Respuesta de {store}',
    yourQuestion: 'Tu pregunta',
    asks: '{name} preguntó',
  },
  footer: {
    holder: '{holder} es responsable de tus datos.',
    privacy: 'Privacidad',
    contact: 'Contactar a la tienda',
    unsubscribe: 'Cancelar suscripción',
  },
}
