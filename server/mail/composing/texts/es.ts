import type { MailTexts } from './texts.ts'

export const spanish: MailTexts = {
  language: 'es',
  kinds: {
    request: {
      subject: '{name}, ¿qué te pareció {product}?',
      preheader: 'Toca una estrella para empezar. Lleva cerca de un minuto.',
      heading: '¿Qué te pareció, {name}?',
      words: [
        'Gracias por tu compra en {store}. ¿Qué le dirías a quien piensa comprar lo mismo? Bueno o malo: las palabras sinceras ayudan a otras personas a elegir y nos ayudan a mejorar.',
      ],
      button: 'Escribir mi opinión',
      why: 'Recibes este correo porque compraste en {store}.',
    },
    reminder: {
      subject: '{name}, ¿un minuto para {product}?',
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
      subject: 'Tu opinión sobre {product} está publicada',
      preheader: 'Otras personas ya pueden leerla. ¡Gracias!',
      heading: 'Tu opinión está publicada',
      words: ['¡Gracias, {name}! Quien busque {product} ya puede leer lo que escribiste.'],
      button: 'Ver mi opinión',
      why: 'Recibes este correo porque escribiste una opinión en {store}.',
    },
    review_rejected: {
      subject: 'Tu opinión sobre {product} no se publicó',
      preheader: 'Lee el motivo y qué puedes hacer.',
      heading: 'Tu opinión no se publicó',
      words: ['{name}, gracias por tu tiempo. El equipo de {store} leyó tu opinión y no la publicó.'],
      after:
        'Las estrellas que diste no influyeron: ninguna opinión se rechaza por su calificación. Puedes escribirla de otra manera.',
      button: 'Cambiar mi opinión',
      why: 'Recibes este correo porque escribiste una opinión en {store}.',
    },
    review_replied: {
      subject: '{store} respondió a tu opinión sobre {product}',
      preheader: 'Lee lo que te escribió la tienda.',
      heading: '{store} te respondió',
      words: ['{name}, la tienda respondió a lo que escribiste sobre {product}.'],
      button: 'Ver mi opinión',
      why: 'Recibes este correo porque escribiste una opinión en {store}.',
    },
    question_received: {
      subject: 'Nueva pregunta sobre {product}',
      preheader: 'Alguien espera tu respuesta.',
      heading: 'Tienes una pregunta',
      words: [
        'Alguien quiere saber más sobre {product}. Una respuesta rápida ayuda a quien preguntó y a todos los que tengan la misma duda después.',
      ],
      button: 'Responder a la pregunta',
      why: 'Recibes este correo porque esta es la dirección de contacto de {store}.',
    },
    question_answered: {
      subject: 'Respondieron a tu pregunta sobre {product}',
      preheader: 'Lee la respuesta de la tienda.',
      heading: 'Respondieron a tu pregunta',
      words: ['{name}, el equipo de {store} respondió a lo que preguntaste sobre {product}.'],
      button: 'Ver la respuesta',
      why: 'Recibes este correo porque hiciste una pregunta en {store}.',
    },
    confirm_review: {
      subject: 'Confirma tu opinión sobre {product}',
      preheader: 'Un toque y tu opinión sigue su camino.',
      heading: '¿Es esta tu dirección?',
      words: [
        'Alguien escribió una opinión sobre {product} en {store} y dio esta dirección. Si fuiste tú, confírmala, por favor.',
        'Si no fuiste tú, ignora este correo: no se publicará nada.',
      ],
      button: 'Confirmar mi dirección',
      why: 'Recibes este correo porque esta dirección se dio con una opinión en {store}.',
    },
    confirm_question: {
      subject: 'Confirma tu pregunta sobre {product}',
      preheader: 'Un toque y tu pregunta sigue su camino.',
      heading: '¿Es esta tu dirección?',
      words: [
        'Alguien hizo una pregunta sobre {product} en {store} y dio esta dirección para la respuesta. Si fuiste tú, confírmala, por favor.',
        'Si no fuiste tú, ignora este correo: no se enviará ni se mostrará nada.',
      ],
      button: 'Confirmar mi dirección',
      why: 'Recibes este correo porque esta dirección se dio con una pregunta en {store}.',
    },
    password_reset: {
      subject: 'Elige una nueva contraseña',
      preheader: 'El enlace vale una hora.',
      heading: 'Elige una nueva contraseña',
      words: [
        '{name}, alguien pidió una nueva contraseña del panel con tu dirección. Si fuiste tú, el botón de abajo te deja elegir una. Funciona una vez, dentro de una hora.',
        'Si no fuiste tú, ignora este correo: tu contraseña sigue igual.',
      ],
      button: 'Elegir una nueva contraseña',
      why: 'Recibes este correo porque entras con esta dirección en el panel de {store}.',
    },
    invitation: {
      subject: '{store} te invita a su panel',
      preheader: 'La invitación vale siete días.',
      heading: 'Trabaja con {store}',
      words: [
        'A {store} le gustaría tu ayuda con sus opiniones y preguntas. El botón de abajo te lleva a su panel. Funciona una vez, dentro de siete días.',
        'Si no conoces {store}, ignora este correo.',
      ],
      button: 'Aceptar la invitación',
      why: 'Recibes este correo porque un propietario de {store} dio tu dirección.',
    },
  },
  andMore: (product, others) => `${product} y ${others} más`,
  moreOnThePage: count =>
    count === 1 ? 'Y un producto más en la página.' : `Y ${count} productos más en la página.`,
  stars: count => (count === 1 ? '1 estrella de 5' : `${count} estrellas de 5`),
  hint: 'Toca una estrella para empezar.',
  scale: { low: 'No me gustó', high: 'Me encantó' },
  quotes: {
    yourReview: 'Tu opinión',
    reason: 'Por qué no se publicó',
    answer: 'Respuesta de {store}',
    yourQuestion: 'Tu pregunta',
    asks: '{name} pregunta',
  },
  footer: {
    holder: '{holder} es responsable de tus datos.',
    privacy: 'Privacidad',
    contact: 'Escribir a la tienda',
    unsubscribe: 'No recibir más estos correos',
  },
}
