/** The part of s3rver that tests use. It has no types of its own. */
declare module 's3rver' {
  import type { AddressInfo } from 'node:net';

  export default class S3rver {
    constructor(options: {
      readonly address: string;
      /** 0 for a free one. */
      readonly port: number;
      /** Where buckets are kept, one folder each. */
      readonly directory: string;
      readonly silent: boolean;
      /** Whether the host of a request may name the bucket. */
      readonly vhostBuckets: boolean;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
