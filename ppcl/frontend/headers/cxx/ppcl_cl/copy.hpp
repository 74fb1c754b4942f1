/* Copies between buffers and the elements between two iterators, which wait until they are done:
   the bindings map the buffer for them. */
#ifndef PPCL_CL_COPY_HPP
#define PPCL_CL_COPY_HPP

namespace cl {

template <typename Iterator>
inline cl_int copy(const CommandQueue &queue, Iterator begin, Iterator end, Buffer &buffer)
{
    typedef typename std::iterator_traits<Iterator>::value_type Element;
    return queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, sizeof(Element) * (end - begin),
                                    (const void *)&*begin);
}

template <typename Iterator>
inline cl_int copy(const CommandQueue &queue, const Buffer &buffer, Iterator begin, Iterator end)
{
    typedef typename std::iterator_traits<Iterator>::value_type Element;
    return queue.enqueueReadBuffer(buffer, CL_TRUE, 0, sizeof(Element) * (end - begin),
                                   (void *)&*begin);
}

template <typename Iterator> inline cl_int copy(Iterator begin, Iterator end, Buffer &buffer)
{
    return copy(CommandQueue::getDefault(), begin, end, buffer);
}

template <typename Iterator> inline cl_int copy(const Buffer &buffer, Iterator begin, Iterator end)
{
    return copy(CommandQueue::getDefault(), buffer, begin, end);
}

} // namespace cl
#endif
