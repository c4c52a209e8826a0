import type { words as english } from '../en/connection-steps.ts'
import type { Translation } from '../entries.ts'

export const words = {
  woocommerce: {
    about: 'Tiendas en WordPress. Tres minutos, sin plugin.',
    needs: 'un administrador de WordPress, y una tienda cuya dirección empiece con https://',
    steps: [
      {
        title: 'Crea una clave en WordPress',
        clicks: [
          'En WordPress, abre **WooCommerce → Ajustes → Avanzado → API REST**.',
          'Haz clic en **Añadir clave**. Si ya hay claves, el botón está arriba de la lista.',
          'En **Descripción**, escribe **Realword**. En **Usuario**, elige un administrador.',
          'En **Permisos**, elige **Lectura/Escritura**. Así Realword crea, revisa y repara los webhooks por sí mismo.',
          'Haz clic en **Generar clave de API** y deja abierta esa página: WordPress muestra las dos claves solo una vez.',
        ],
      },
      { title: 'Pega aquí la dirección y las dos claves', clicks: [] },
    ],
  },
  shopify: {
    about: 'Una app solo de tu tienda. Diez minutos.',
    needs: 'el propietario de la tienda, o el permiso para desarrollar apps',
    steps: [
      {
        title: 'Crea una app en Shopify',
        clicks: [
          'En Shopify, abre **Configuración → Apps**, luego **Desarrollar apps**, y haz clic en **Crear apps en Dev Dashboard**. Se abre otra página, en inglés.',
          'Haz clic en **Create app**. En **Start from Dev Dashboard**, escribe el nombre **Realword** y haz clic en **Create**.',
          'En la página **Versions**, busca **Access** y haz clic en **Select scopes**. Elige **read_orders**, **read_products**, **read_customers** y **read_fulfillments**: son permisos solo de lectura.',
          'Haz clic en **Release**, y otra vez en **Release** en la ventana.',
          'Abre **Home** de la app y haz clic en **Install app**. Elige tu tienda y haz clic en **Instalar**.',
        ],
      },
      {
        title: 'Pega lo que muestra la app',
        clicks: [
          'Abre **Settings** de la app. Ahí están el **Client ID** y el **Secret**.',
          'En tu tienda, **Configuración → Dominios** muestra la dirección que termina en **.myshopify.com**.',
        ],
      },
    ],
  },
  nuvemshop: {
    about: 'Tiendanube, o Nuvemshop en Brasil. Media hora.',
    needs: 'la cuenta del dueño de la tienda, y una cuenta gratuita del portal de partners',
    steps: [
      {
        title: 'Crea una aplicación para tu tienda',
        clicks: [
          'Abre el portal de partners (**partners.tiendanube.com**) y elige **Aplicaciones**, luego **Crear aplicación**.',
          'Escribe el nombre **Realword**. En distribución, elige **Para tus clientes**, y no la tienda de aplicaciones.',
          'Abre la nueva aplicación y elige **Editar datos**.',
          'En **Permisos**, marca la lectura de **Órdenes**, **Productos** y **Clientes**. Sin **Clientes**, los pedidos llegan sin correo, y no se le pregunta a nadie.',
          'En **URL para redirigir después de la instalación**, pega la dirección de abajo. Guarda.',
          'En **Claves de acceso**, copia el **App ID** y el **Client Secret** en los campos de abajo.',
        ],
      },
      {
        title: 'Instala la aplicación en tu tienda',
        clicks: [
          'Entra al administrador de tu tienda en este navegador.',
          'Haz clic en el botón de abajo. Tiendanube muestra lo que puede leer la aplicación. Elige **Aceptar y comenzar a usar**.',
          'Vuelves aquí. Si se abre otra página, copia su dirección completa en el campo de abajo.',
        ],
      },
      {
        title: 'Para que se pueda olvidar a los compradores',
        clicks: [
          'En el portal de partners, abre otra vez la aplicación y elige **Editar datos**.',
          'En **Webhooks LGPD**, pega la dirección del webhook en los tres campos: **Store redact**, **Customers redact** y **Customers data request**. Guarda.',
        ],
      },
    ],
    redirect: 'Dirección para después de la instalación',
  },
  vtex: {
    about: 'Una clave que solo lee pedidos. Quince minutos.',
    needs: 'un propietario de la cuenta VTEX (Owner - Admin Super)',
    steps: [
      {
        title: 'Crea un rol que solo pueda leer pedidos',
        clicks: [
          'En la barra superior de VTEX, haz clic en tu avatar (la inicial de tu correo), luego en **Configuración de la cuenta → Roles de usuario**.',
          'Haz clic en **Nuevo rol** y elige **Custom**. Ponle el nombre **Realword**.',
          'En producto, elige **OMS**. Marca **View order**, **List Orders** y **Feed v3 and Hook Admin**. Haz clic en **Guardar**.',
        ],
      },
      {
        title: 'Crea una clave de API solo para Realword',
        clicks: [
          'Haz clic otra vez en tu avatar, luego en **Configuración de la cuenta → Claves de API**.',
          'Haz clic en **Generar clave** (cuentas más antiguas: **Administrar mis claves**, luego **Generar nueva**). Ponle el nombre **Realword**.',
          'Agrega el rol del paso 1 y haz clic en **Generar**. Deja abierta esa página: VTEX muestra el token solo una vez.',
        ],
      },
      {
        title: 'Pega aquí la dirección, la cuenta y la clave',
        clicks: [
          'La cuenta es el nombre en la dirección de tu panel: **kaneca** en https://**kaneca**.myvtex.com.',
        ],
      },
    ],
  },
  medusa: {
    about: 'Un plugin para Medusa 2. Para quien administra tu Medusa.',
    needs: 'acceso a la carpeta y a las variables de tu Medusa 2.8 o posterior, o una persona que lo tenga',
    steps: [
      {
        title: 'Instala el plugin',
        clicks: ['En la carpeta de tu aplicación Medusa, ejecuta este comando:'],
      },
      {
        title: 'Agrégalo a medusa-config.ts',
        clicks: ['Pega esto en **plugins**. Cambia la dirección por la de tu tienda en línea.'],
      },
      {
        title: 'Define sus variables y reinicia Medusa',
        clicks: [
          'Agrega estas líneas al archivo **.env** de Medusa y reinícialo.',
          'Haz un pedido, o cambia uno. Aparece en el registro de esta página en segundos.',
        ],
      },
    ],
  },
  generic: {
    about: 'Cualquier sistema que envíe pedidos en JSON. Para quien lo administra.',
    needs:
      'un sistema que envíe JSON a una dirección (suele llamarse webhook), y un ejemplo de pedido, de su manual o su soporte',
    steps: [
      {
        title: 'Muestra un pedido de tu tienda',
        clicks: ['Pega el JSON que envía tu sistema para un pedido entregado.'],
      },
      {
        title: 'Indica dónde está cada campo',
        clicks: [
          'Una ruta como **buyer.email** lleva a un campo. Las rutas empiezan donde están los pedidos, y las de productos empiezan en cada producto.',
          'Las fechas como 20/11/2026 y los precios como $1,149.90 necesitan una expresión. **Encontrar los campos** la escribe para los de tu ejemplo.',
        ],
      },
      {
        title: 'Haz que tu tienda envíe sus pedidos',
        clicks: [
          'En tu sistema, crea un webhook para cambios de pedidos: al menos cuando uno se envía o se entrega, se cancela o se devuelve.',
          'Como dirección, pega la del webhook. Método: **POST**, formato: **JSON**.',
          'Agrega el encabezado **X-Realword-Secret** con el secreto.',
          'Envía siempre el pedido completo. Si tu sistema numera sus mensajes, envía el número como **Idempotency-Key**.',
        ],
      },
    ],
  },
  manual: {
    title: 'Sin clave',
    lead: 'Los webhooks también funcionan sin clave. Pero los enlaces de los productos son cortos, los reembolsos parciales no se distinguen y los pedidos perdidos no se pueden traer.',
    act: 'Conectar sin clave',
    steps: [
      {
        title: 'Crea seis webhooks en WordPress',
        clicks: [
          'Abre **WooCommerce → Ajustes → Avanzado → Webhooks** y haz clic en **Añadir webhook** una vez por cada tema.',
          'Nombre: **Realword**. Estado: **Activo**. Versión de la API: **WP REST API Integration v3**.',
          'Tema, uno en cada webhook: **Pedido creado**, **Pedido actualizado**, **Pedido borrado**, **Pedido restaurado**, **Producto creado**, **Producto actualizado**.',
          'En **URL de entrega**, pega la dirección del webhook. En **Secreto**, pega el secreto.',
          'Haz clic en **Guardar webhook**. WooCommerce prueba la dirección al momento y muestra un error si no responde.',
        ],
      },
    ],
  },
  fields: {
    woocommerce: {
      url: ['Dirección de la tienda', 'La que ven los compradores, como https://tienda.ejemplo'],
      key: ['Clave del cliente (Consumer key)', 'Empieza con ck_'],
      token: ['Clave secreta de cliente (Consumer secret)', 'Empieza con cs_'],
    },
    shopify: {
      url: ['Dirección de la tienda', 'La que termina en .myshopify.com'],
      key: ['Client ID', 'En Settings de la app'],
      secret: ['Secret', 'En Settings de la app'],
      token: [
        'Token de acceso de la API Admin',
        'Déjalo vacío. Solo una app más antigua, creada en el panel de la propia tienda, tiene uno; empieza con shpat_',
      ],
    },
    nuvemshop: {
      app_id: ['App ID', 'Solo números'],
      secret: ['Client Secret', 'En Claves de acceso'],
    },
    vtex: {
      url: ['Dirección de la tienda', 'La que ven los compradores, como https://www.tienda.ejemplo'],
      account: ['Nombre de la cuenta', 'Como kaneca'],
      key: ['Clave de API', 'Empieza con vtexappkey-'],
      token: ['Token de API', 'Se muestra una vez, junto a la clave'],
    },
    medusa: {},
    generic: {},
  },
} as const satisfies Translation<typeof english>
