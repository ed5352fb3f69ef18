type ErrorOfKind<Kind extends string> = Error & { readonly kind: Kind };

/**
 * Creates a base class for errors of this extension. `message` is given if it is always the same. Code decides by `kind`
 * and by the properties of the error, users see a text made from them, and logs show the name and the message.
 */
export function errorOfKind<const Kind extends string>(
  kind: Kind,
): new (message: string) => ErrorOfKind<Kind>;
export function errorOfKind<const Kind extends string>(
  kind: Kind,
  message: string,
): new () => ErrorOfKind<Kind>;
export function errorOfKind(kind: string, same?: string): new (message?: string) => ErrorOfKind<string> {
  return class extends Error {
    // Not the name of the class: the package has shorter ones.
    override readonly name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}Error`;
    readonly kind = kind;

    constructor(message = same) {
      super(message);
    }
  };
}
