export type VariantName = 'variant_a' | 'variant_b';

/** The differences between the two variants of the interface (src/client/README.md, Variants). */
export interface ApiVariant {
  readonly name: VariantName;
  /** Product and version segments, put between the base URL and the path of an operation. */
  readonly prefix: string;
  /** Whether the variant has `GET {prefix}/models/reusable`. */
  readonly reusableModels: boolean;
}

export const variants: Readonly<Record<VariantName, ApiVariant>> = {
  variant_a: { name: 'variant_a', prefix: '/variant_a/v1', reusableModels: false },
  variant_b: { name: 'variant_b', prefix: '/variant_b/v7', reusableModels: true },
};
