/*
 * Assignment step of k-means: every work-item finds the centre nearest to its
 * point. Feature l of a point is features[l*npoints + point] (coalesced across
 * work-items); feature l of a centre is centres[cluster*nfeatures + l], which
 * all work-items read alike.
 */
__kernel void assign_points(__global const float *features,
                            __global const float *centres,
                            __global int *membership,
                            int npoints,
                            int nclusters,
                            int nfeatures)
{
    int point = get_global_id(0);

    if (point >= npoints)
        return;

    int nearest = 0;
    float shortest = FLT_MAX;

    for (int cluster = 0; cluster < nclusters; cluster++) {
        float distance = 0.0f;

        for (int l = 0; l < nfeatures; l++) {
            float difference = features[l * npoints + point] - centres[cluster * nfeatures + l];
            distance += difference * difference;
        }
        if (distance < shortest) {
            shortest = distance;
            nearest = cluster;
        }
    }
    membership[point] = nearest;
}
